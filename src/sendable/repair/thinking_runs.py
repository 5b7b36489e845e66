"""In the latest assistant turn a run of thinking blocks must stay as it was.

Dropping what stood between two runs joins them, and the API answers that thinking cannot be modified (documented
2026-10-08). Thinking of earlier turns may go; a run that is left whole is no edit. So the repair of a turn may change
once another follows, which gives its thinking back: no pass can tell beforehand whether its drop is one of these.
"""

from sendable.repair.block_binding import set_drop_block
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.wire.blocks import Block, Turn
from sendable.wire.kinds import THINKING


def settle_joined_runs(draft: Draft) -> None:
    """Where a drop joined two runs of the latest turn: ask the server to drop what fails, or drop them all."""
    if not draft.dropped:
        return
    turn = _latest(draft)
    if turn is None:
        return
    joined = _joined_by(draft, turn.blocks)
    if joined is None:
        return
    rule, behind = joined
    if draft.checks_prefix and set_drop_block(draft, rule, behind):
        return
    drop_thinking_of(draft, turn, rule)


def drop_thinking_of(draft: Draft, turn: Turn, rule: str) -> None:
    """Drop all thinking of a turn; in manual mode thinking is then off for the request, which demands it there."""
    for block in turn.blocks:
        if block.kind in THINKING and block not in draft.dropped:
            what = "dropped the thinking of the turn, since a run of it can only stay whole"
            draft.note(rule, block.path, Loss.DROPS, what)
            draft.drop(block, rule)
    turn_thinking_off(draft, rule)


def turn_thinking_off(draft: Draft, rule: str) -> None:
    """In manual mode: no thinking for this request, since its tool loop has lost the blocks that mode demands."""
    setting = draft.index.request.get("thinking")
    if not isinstance(setting, dict) or setting.get("type") != "enabled":
        return
    facts = draft.target.facts
    off = {"type": "adaptive"} if facts is not None and "disabled" not in facts.thinking else {"type": "disabled"}
    draft.edit.set(("thinking",), off)
    what = "turned manual thinking off, since the tool loop has no thinking any more"
    draft.note(rule, ("thinking",), Loss.KEEPS, what)


class Joining:
    """Whether a drop, after what is dropped already, joins two runs of the latest assistant turn."""

    def __init__(self, draft: Draft) -> None:
        turn = _latest(draft)
        self._blocks = turn.blocks if turn is not None else []
        self._at = {block: at for at, block in enumerate(self._blocks)}
        self._dropped = draft.dropped
        self._passed: dict[int, dict[int, int]] = {-1: {}, 1: {}}

    def by(self, block: Block) -> bool:
        """Whether dropping this block does."""
        at = self._at.get(block)
        return at is not None and self._thinks(at, -1) and self._thinks(at, 1)

    def _thinks(self, at: int, step: int) -> bool:
        """Whether the next block on a side that stays is thinking; what was passed once is skipped then."""
        passed, known = [at], self._passed[step]
        now = known.get(at, at + step)
        while 0 <= now < len(self._blocks) and self._blocks[now] in self._dropped:
            passed.append(now)
            now = known.get(now, now + step)
        known.update(dict.fromkeys(passed, now))
        return 0 <= now < len(self._blocks) and self._blocks[now].kind in THINKING


def _latest(draft: Draft) -> Turn | None:
    return next((turn for turn in reversed(draft.index.turns) if turn.role == "assistant"), None)


def _joined_by(draft: Draft, blocks: list[Block]) -> tuple[str, Block] | None:
    """The rule of the drop after which two thinking blocks, that others had kept apart, stand side by side.

    With it the second of the two.
    """
    last: Block | None = None
    rule: str | None = None
    for block in blocks:
        if block in draft.dropped:
            if block.kind not in THINKING:
                rule = draft.dropped[block]
            continue
        if block.kind in THINKING and last is not None and last.kind in THINKING and rule is not None:
            return rule, block
        last, rule = block, None
    return None
