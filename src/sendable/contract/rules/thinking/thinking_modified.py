"""The law `thinking-modified`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Phase, unshown

_SAID = "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified."

LAW = unshown(
    __name__,
    """The thinking of the latest assistant turn goes back as it came.

    A run of thinking blocks there is edited, reordered, parted or joined, or a block of it left out: clients that
    filter `redacted_thinking`, drop blank text between two blocks, or merge two answers into one do it, mostly when
    they send the results of tools. Thinking of earlier turns may go.

    What the run looked like only the one who kept the answer can say. Once the API has refused it, a repair drops the
    thinking of that turn.
    """,
    phase=Phase.THINKING,
    message=f"{{path}}: {_SAID} These blocks must remain as they were in the original response.",
    also=(_SAID,),
    shown_by="the answer as it came",
    evidence=[
        documented("api/errors; build-with-claude/thinking-troubleshooting", "2026-10-08"),
        reported("anthropics/claude-code#19539, #63203, #64004; llxprt#1653", "2026-05"),
    ],
)
