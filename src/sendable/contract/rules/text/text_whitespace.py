"""The rule `text-whitespace`."""

from sendable.contract.blank_texts import any_blank, blank_texts, only_blanks
from sendable.contract.evidence import documented, recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, request, text, thinking, tool_result, tool_use, user
from sendable.wire.index import Index


@rule(
    phase=Phase.CONTENT,
    when=("text",),
    asks=any_blank,
    message="messages: text content blocks must contain non-whitespace text",
    evidence=[
        reported(
            "anthropics/claude-code#23440, #23369; home-assistant#175637; hermes-agent#41985 (Bedrock)", "2026-07"
        ),
        documented("claude-code CHANGELOG 2.1.33, 2.1.92, 2.1.229, which work around it", "2026-09"),
        recorded("claude-haiku-4-5: a blank beside a call or beside other text, accepted", "2026-05", accepted=True),
    ],
    breaks=request(user("Hi"), assistant(thinking(), text("\n\n")), user("Go on.")),
    spares=request(user("Hi"), assistant(text(" "), tool_use()), user(tool_result())),
)
def text_whitespace(index: Index, target: Target) -> Hits:
    """A message says something that can be seen, if it says anything.

    Refused is a message of nothing but whitespace, also with thinking beside it. A blank beside a call, a result or
    real text is accepted. A space that somebody put in place of an empty text ends up here.
    """
    blank = blank_texts(index).blank
    if not blank:
        return
    first = {block.message: block for block in reversed(blank)}
    for message in index.messages:
        if message.at in first and only_blanks(message):
            yield hit(first[message.at].path)
