"""The rule `thinking-first`."""

from sendable.contract.client_pairs import reported_turn
from sendable.contract.closing_turn import closing_turn
from sendable.contract.evidence import documented, recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.threads import goes_on_in
from sendable.contract.tool_loop import has_thinking, loop_at_end
from sendable.targets import Target
from sendable.wire.blocks import Turn
from sendable.wire.build import assistant, request, text, thinking, tool_result, tool_use, user
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING

_MANUAL = {"type": "enabled", "budget_tokens": 1024}


@rule(
    phase=Phase.THINKING,
    when=("thinking=",),
    message="messages.{turn}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{kind}`. When "
    "`thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set "
    "of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid "
    "this requirement, disable `thinking`. Please consult our documentation at "
    "https://docs.claude.com/en/docs/build-with-claude/extended-thinking",
    also=(
        "messages.{turn}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{kind}`. "
        "When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the "
        "lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous "
        "turns. To avoid this requirement, disable `thinking`.",
    ),
    evidence=[
        reported("anthropics/claude-code#12894 (req_011CVi8DfYDjPviGAkNn5rrf): the whole text", "2025-12-02"),
        reported("haystack-core-integrations#2146; opencode#3077; n8n#22550; OpenRouter ai-sdk#162", "2026-02"),
        documented("build-with-claude/extended-thinking: manual mode", "2026-08-21"),
        recorded("claude-sonnet-5, adaptive: thinking in the middle of a turn, accepted", "2026-09", accepted=True),
    ],
    breaks=request(
        user("Hi"), assistant("Let me see.", tool_use()), user(tool_result()), thinking=_MANUAL, max_tokens=4096
    ),
    spares=request(
        user("Hi"),
        assistant(thinking(), tool_use("toolu_1")),
        user(tool_result("toolu_1")),
        assistant(text("One more."), tool_use("toolu_2")),
        user(tool_result("toolu_2")),
        thinking=_MANUAL,
        max_tokens=4096,
    ),
)
def thinking_first(index: Index, target: Target) -> Hits:
    """In manual mode a tool loop has thinking, and so has a turn that the model is to go on with, at its start.

    Judged are only a loop without any thinking block whose results end the request, and an assistant turn at the very
    end. Adaptive thinking asks for neither. Loops that another model began, and frameworks that drop thinking when they
    store a turn, break it.
    """
    setting = index.request.get("thinking")
    if not isinstance(setting, dict) or setting.get("type") != "enabled":
        return
    turn = _bare_turn(index)
    if turn is not None and turn.blocks:
        block = turn.blocks[0]
        yield hit(block.path, turn=reported_turn(index, turn.number), kind=block.kind)


def _bare_turn(index: Index) -> Turn | None:
    """The turn that should begin with thinking and does not."""
    last = closing_turn(index)
    if last is not None:
        bare = last.blocks and last.blocks[0].kind not in THINKING and not goes_on_in(index, last)
        return last if bare else None
    loop = loop_at_end(index)
    return loop[0] if loop and not has_thinking(loop) and not goes_on_in(index, loop[-1]) else None
