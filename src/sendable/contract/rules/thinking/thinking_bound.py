"""The law `thinking-bound`."""

from sendable.contract.evidence import documented, recorded, reported
from sendable.contract.prefix_check import BINDING_BETA
from sendable.contract.rule import Phase, unshown

MESSAGE = (
    "{path}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the "
    'block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
)
NEEDS_BETA = f" That setting requires the `{BINDING_BETA}` value in the `anthropic-beta` header."

LAW = unshown(
    __name__,
    """Thinking stands behind what stood in front of it when it was made.

    Newer models bind each thinking block to the system prompt, the set of tools and the messages before it, and to the
    thinking block before it. Histories are edited, shortened, compacted by their client and repaired; a system prompt
    holds the time of day; tools come and go. Then the first block behind the change is refused, and after it every
    other one. Checked for accounts from 2026-08-31 on, and for any request that says what is to happen with what fails.
    One more sentence names what changed; it is meant for people and may change.

    A ledger that saw the earlier requests foresees it: `check(ledger=)`, `sendable check --ledger`, the relay. A
    repair asks the server to drop what fails, or drops it, by `settle_bound_thinking`.
    """,
    phase=Phase.THINKING,
    message=MESSAGE,
    variants={"header": MESSAGE + NEEDS_BETA},
    also=("The block is bound to a different conversation.",),
    shown_by="what stood before the block when it was made, which a ledger remembers",
    evidence=[
        recorded("claude-opus-5-5: changed system prompt, changed tools", "2026-09"),
        documented("build-with-claude/preserved-thinking, thinking-troubleshooting", "2026-10-10"),
        reported("opencode#48637; pydantic-ai#7984, #7989; goose#11800; openclaw#136782; pi#9391", "2026-10"),
    ],
)
