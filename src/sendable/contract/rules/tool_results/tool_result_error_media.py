"""The rule `tool-result-error-media`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.media import loc
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.tool_results import error_results, holds_only_text
from sendable.targets import Target
from sendable.wire.build import assistant, image, request, text, tool_result, tool_use, user
from sendable.wire.index import Index

SHOWN = [text("The button was not there."), image()]


@rule(
    phase=Phase.CONTENT,
    when=("tool_result",),
    asks=error_results,
    message="{loc}: all content must be type `text` if `is_error` is true",
    evidence=[
        reported("vellum-assistant#18387, copilot-api#196, oh-my-pi#12809 (Bedrock) and nine more sources", "2026-10"),
        documented("Claude Code changelog 2.1.83; browser-use tool: no `browser_state` on an error", "2026-03"),
    ],
    breaks=request(user("Hi"), assistant(tool_use()), user(tool_result(content=SHOWN, is_error=True))),
    spares=request(user("Hi"), assistant(tool_use()), user(tool_result(content=SHOWN, is_error=False))),
)
def tool_result_error_media(index: Index, target: Target) -> Hits:
    """The result of a failed call holds text and nothing else.

    An image, a document, a search result or a tool reference beside `is_error: true` is refused; without the flag all
    of them are fine. A browser or computer tool that fails and shows the screen as it was left builds exactly this, and
    so does a framework that sets the flag on whatever the tool had to say.
    """
    for block in error_results(index):
        if not holds_only_text(block):
            yield hit(block.path, loc=loc(block))
