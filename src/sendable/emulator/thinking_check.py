"""What becomes of the thinking blocks of a request: refused, dropped before the model sees them, or read.

Documented in build-with-claude/preserved-thinking (2026-10-10). Blocks that this emulator did not sign are read.
"""

from collections.abc import Iterator

import msgspec

from sendable.contract.finding import Finding
from sendable.contract.prefix_check import behaviour_in, checks_prefix, lets_drop
from sendable.contract.rules.thinking.thinking_modified import LAW as MODIFIED
from sendable.emulator.compacted import Scope, scope_of
from sendable.emulator.passing_store import PassingStore
from sendable.emulator.refusals import RefusedError, bad_request, found
from sendable.emulator.signing import Seal, Signer, text_digest
from sendable.prefix.bound import sentence_of
from sendable.prefix.canonical import signature_digest
from sendable.prefix.ledger import Ledger
from sendable.prefix.stores import Entry
from sendable.targets import Target
from sendable.targets.readers import reads
from sendable.wire.blocks import Block
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING
from sendable.wire.paths import Path, dotted

INVALID = {
    "thinking": "{path}: Invalid `signature` in `thinking` block",
    "redacted_thinking": "{path}: Invalid `data` in `redacted_thinking` block",
}
_RULES = {
    INVALID["thinking"]: "thinking-signature-invalid",
    INVALID["redacted_thinking"]: "redacted-data-invalid",
    MODIFIED.message: MODIFIED.id,
}


class Reading(msgspec.Struct, frozen=True):
    """What became of the thinking of an accepted request.

    Attributes:
        dropped: the blocks that the model does not see.
        transformations: the entries of `input_transformations`.
        last: digest of the last block that the model does see; None when it sees none.
    """

    dropped: frozenset[Path] = frozenset()
    transformations: tuple[dict[str, str], ...] = ()
    last: bytes | None = None


NONE = Reading()


class _Thought(msgspec.Struct, frozen=True):
    block: Block
    digest: bytes
    seal: Seal | None


class ThinkingCheck:
    """Holds thinking blocks against what their signatures say.

    Args:
        signer: knows its own signatures.
        ledger: foresees the check of the prefix.
        store: what that ledger reads.
        strict: whether signatures of others are refused.
    """

    def __init__(self, signer: Signer, ledger: Ledger, store: PassingStore, strict: bool = False) -> None:
        self.signer = signer
        self.ledger = ledger
        self.store = store
        self.strict = strict

    def read(self, index: Index, target: Target, drops: bool = False) -> Reading:
        """What becomes of the thinking of a request.

        Args:
            index: the request.
            target: where it goes.
            drops: whether failing blocks are dropped where the request does not say what to do (batches).

        Raises:
            RefusedError: a block was changed, or is bound to another conversation.
        """
        if THINKING.isdisjoint(index.top):
            return NONE
        thoughts = list(self._thoughts(index))
        _hold_latest_turn(index, thoughts)
        unread = frozenset(
            thought.block.path
            for thought in thoughts
            if thought.seal is not None and reads(target.model, thought.seal.entry.model, target.platform) is False
        )
        entries: dict[bytes, Entry] = {thought.digest: thought.seal.entry for thought in thoughts if thought.seal}
        self.store.hold(entries)
        scope = scope_of(index)
        judged = {
            thought.block.path
            for thought in thoughts
            if thought.seal is not None and thought.seal.scope == scope.digest
        }
        failing = [finding for finding in self._failing(scope, target) if finding.place in judged - unread]
        setting = index.request.get("thinking")
        unsaid = drops and target.enforces_prefix and behaviour_in(setting) is None
        if unsaid or lets_drop(setting):
            return _reading(thoughts, unread, _falling(thoughts, failing), frozenset(), scope)
        if failing and checks_prefix(target, setting):
            raise found(failing[0])
        return _reading(thoughts, unread, frozenset(), frozenset(finding.place for finding in failing), scope)

    def _thoughts(self, index: Index) -> Iterator[_Thought]:
        for message in index.messages:
            for block in message.blocks:
                if block.kind in THINKING:
                    signed = block.value.get("signature" if block.kind == "thinking" else "data")
                    seal = self.signer.read(signed)
                    if self._is_invalid(seal, block):
                        raise _refusal(INVALID[block.kind], block)
                    digest = signature_digest(block.value)
                    yield _Thought(block, digest, None if isinstance(seal, str) else seal)

    def _is_invalid(self, seal: Seal | str, block: Block) -> bool:
        """Whether what signs a block is none of its own: changed, of another kind of block, or of somebody else."""
        if isinstance(seal, str):
            return seal == "tampered" or self.strict
        return seal.redacted != (block.kind == "redacted_thinking")

    def _failing(self, scope: Scope, target: Target) -> list[Finding]:
        """The blocks that fail the check of the prefix, whether it is enforced or not."""
        facts = target.facts
        if facts is None or facts.prefix_check == "no":
            return []
        checking = Target(target.platform, target.model, target.betas, target.endpoint, enforces_prefix=True)
        index = scope.index
        if lets_drop(index.request.get("thinking")):
            index = Index({name: value for name, value in index.request.items() if name != "thinking"})
        return [scope.in_whole(finding) for finding in self.ledger.foresee(index, checking) if scope.judges(finding)]


def _refusal(text: str, block: Block) -> RefusedError:
    path = dotted(block.path)
    return bad_request(text.format(path=path), _RULES[text], path)


def _hold_latest_turn(index: Index, thoughts: list[_Thought]) -> None:
    """Refuse runs of the latest assistant turn that are not as they were given."""
    latest = next((turn for turn in reversed(index.turns) if turn.role == "assistant"), None)
    if latest is None:
        return
    seals = {id(thought.block): thought for thought in thoughts}
    beside = b""
    for block in latest.blocks:
        thought = seals.get(id(block))
        if thought is None:
            beside = b""
            continue
        if thought.seal is not None and _is_changed(block, thought.seal, beside):
            raise _refusal(MODIFIED.message, block)
        beside = thought.digest


def _is_changed(block: Block, seal: Seal, beside: bytes) -> bool:
    if seal.beside and seal.beside != beside:
        return True
    held = block.value.get("thinking")
    return bool(seal.text) and isinstance(held, str) and held != "" and text_digest(held) != seal.text


def _falling(thoughts: list[_Thought], failing: list[Finding]) -> frozenset[Path]:
    """The blocks to drop: those whose prefix differs, and those whose chain that breaks."""
    chain = sentence_of("chain")
    differing = {finding.place for finding in failing if not finding.message.endswith(chain)}
    judged = {finding.place for finding in failing}
    dropped: set[Path] = set()
    last: bytes | None = None
    for thought in thoughts:
        path = thought.block.path
        broken = last is not None and thought.seal is not None and thought.seal.entry.previous != last
        if path in differing or (broken and (path in judged or dropped)):
            dropped.add(path)
        else:
            last = thought.digest
    return frozenset(dropped)


def _reading(
    thoughts: list[_Thought], unread: frozenset[Path], dropped: frozenset[Path], allowed: frozenset[Path], scope: Scope
) -> Reading:
    told = []
    last: bytes | None = None
    for thought in thoughts:
        path = thought.block.path
        if path in unread:
            told.append(_entry("thinking_dropped", path, "model_binding_mismatch"))
        elif path in dropped:
            told.append(_entry("thinking_dropped", path, "prefix_binding_mismatch"))
        elif path in allowed:
            told.append(_entry("thinking_mismatch_allowed", path, "prefix_binding_mismatch"))
        if path not in dropped and scope.holds(thought.block):
            last = thought.digest
    return Reading(unread | dropped, tuple(told), last)


def _entry(kind: str, path: Path, reason: str) -> dict[str, str]:
    return {"type": kind, "path": dotted(path), "reason": reason}
