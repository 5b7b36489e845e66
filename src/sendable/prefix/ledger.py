"""Remembers what each thinking block was made under, and foresees the prefix check before a request is sent.

Fed with requests as they were sent and with their responses. It keeps digests only: of signatures, of system and tools,
and of every point of a conversation, each linked to the one before, so that a longer conversation adds only what is new
and the first message that differs can be named.
"""

from collections.abc import Collection, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from sendable.contract.finding import Finding
from sendable.contract.prefix_check import checks_prefix, lets_drop
from sendable.contract.threads import continues
from sendable.errors import UsageError
from sendable.prefix.answers import answer_of
from sendable.prefix.bound import bound_finding, sentence_of
from sendable.prefix.canonical import digest, signature_digest
from sendable.prefix.encoded_states import decoded_state, encoded_state
from sendable.prefix.found_states import find, frame_of, keep
from sendable.prefix.frames import Frames, defers, frames_in
from sendable.prefix.nodes import new_nodes
from sendable.prefix.places import Place, last_thinking, places, places_in
from sendable.prefix.responses import opened
from sendable.prefix.rolling import Point, Rolling
from sendable.prefix.sent import Sent, sent_of
from sendable.prefix.standing import Standing, begins_as_made, entry_of, has_frame, is_exact
from sendable.prefix.stores import Entry, MemoryStore, SqliteStore, Store, store_from
from sendable.targets import Target, find_model
from sendable.targets.public_name import public_name
from sendable.wire.around import once_around
from sendable.wire.blocks import Block
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING

Json = dict[str, Any]

_OF_THINKING = ("removed", "stale", "drop_block")
"""What a state tells of the thinking in its request, by which the next one is changed."""


class Ledger:
    """A memory of thinking blocks.

    Args:
        store: where it keeps what it remembers: a path for one SQLite file that several processes may share, an
            address as `store_from` takes it, a store, or None for this process alone.

    Raises:
        UsageError: the address is of no known form.
        LedgerError: the file cannot be opened. So do all methods where the store fails; what was kept stays as it was.

    Attributes:
        rolling: remembers the points of the last few conversations.
    """

    def __init__(self, store: str | Path | Store | None = None) -> None:
        self.store: Store = _opened(store)
        self.rolling = Rolling()

    def record(self, request: object, response: object = None, target: Target | None = None) -> None:
        """Remember a request as it was sent, and the thinking of its response.

        Args:
            request: the body, in any form that `check` takes.
            response: the Message (dict, SDK object, bytes), the events or bytes of a stream, a response of httpx or
                of the SDK that was read, or the assistant message that a later request replays. Of an async stream:
                the list of its events. Of None, an error, or any other JSON and text nothing is remembered.
            target: where it went, for the model if the body names none.

        Raises:
            UsageError: the response is of a type that can never be read, such as one that was not awaited.
        """
        answer = answer_of(opened(response))
        said = None if answer is None else Index({"messages": [answer]}).messages[0]
        if said is None or not any(block.kind in THINKING for block in said.blocks):
            return
        sent = sent_of(request, self.rolling)
        if continues(sent.request):
            return  # what stands before it is not known here
        model = public_name(Target.of(target).for_request(sent.request).model or "")
        depth = len(sent.points) - 1
        frames = Frames(sent.request, chain(sent.messages, (said.value,)), sent.frame)
        entries = {
            place.signature: entry_of(place, frames.at(depth, place.block.position), model, depth, place.previous)
            for place in places_in(said, sent.points[depth], self._read_last(sent))
        }
        self.store.put(entries, new_nodes(self.store, sent.points))

    def _read_last(self, sent: Sent) -> bytes | None:
        """The last thinking of a request that the model read: what the server dropped is no link of the chain."""
        if not lets_drop(sent.request.get("thinking")):
            return last_thinking(sent.backwards)
        index = sent.read if isinstance(sent.read, Index) else self.rolling.index(sent.read)
        dropped = {*self.standing(index).failing}
        blocks = (block for message in reversed(index.messages) for block in reversed(message.blocks))
        last = next((block for block in blocks if block.kind in THINKING and block not in dropped), None)
        return None if last is None else signature_digest(last.value)

    def foresee(self, request: object, target: Target | None = None) -> list[Finding]:
        """The thinking blocks that the API would refuse for what precedes them, the first failing one first.

        A block that the ledger does not know, or whose difference the documents leave open, is not judged.

        Args:
            request: the body, in any form that `check` takes.
            target: where it goes.
        """
        index = request if isinstance(request, Index) else Index(request)
        settled = Target.of(target).for_request(index.request)
        setting = index.request.get("thinking")
        if not checks_prefix(settled, setting) or lets_drop(setting):
            return []
        found = places(index, self.rolling)
        known = self._known(index, found)
        if not known:
            return []
        frames = frames_in(index)
        return [
            bound_finding(place.block, sentence, settled, setting)
            for place in found
            if (entry := known.get(place.signature)) is not None
            and _is_bound(entry)
            and (sentence := self._sentence(index, place, entry, frames)) is not None
        ]

    def state(self, conversation: str) -> dict[str, Any] | None:
        """The state of a conversation's last request, for the repair of the next one; None where none is kept.

        Args:
            conversation: the key of the conversation, of the application's own making.
        """
        name = _name_of(conversation)
        return decoded_state(self.store.states([name]).get(name))

    def keep_state(self, conversation: str, state: dict[str, Any]) -> None:
        """Keep `Repaired.state` under the key of the conversation, once the request was sent.

        Raises:
            UsageError: the key is no text, or the state none that a repair left.
        """
        self.store.keep_states({_name_of(conversation): encoded_state(state)})

    def state_of(self, request: object) -> dict[str, Any] | None:
        """The state of the newest request that this one goes on from, for its repair; None where none is known.

        For callers that have no key for the conversation. The system prompt and the tools may have changed since.

        Args:
            request: the body as the client gave it, before any repair.
        """
        return decoded_state(find(self.store, *self._given(request)))

    def keep_state_of(self, request: object, state: dict[str, Any]) -> None:
        """Keep `Repaired.state` for the requests that go on from this one, once it was sent.

        Args:
            request: the body as the client gave it, before any repair.
            state: what its repair left.

        Raises:
            UsageError: the state is none.
        """
        held = encoded_state(state)
        keep(self.store, *self._given(request), held, removes=any(state.get(name) for name in _OF_THINKING))

    def _given(self, request: object) -> tuple[bytes, list[Point]]:
        """What stands around the messages of a body, and the points behind each; none where some are no messages."""
        if isinstance(request, Index):
            whole = len(_listed(request.request.get("messages"))) == len(request.messages)
            return once_around(request, frame_of), request.once(self.rolling.points_in)[1:] if whole else []
        source = self.rolling.read(request)
        messages = _listed(source.request.get("messages"))
        whole = all(isinstance(message, dict) for message in messages)
        return frame_of(source.request), self.rolling.points(messages, source.seals)[1:] if whole else []

    def standing(
        self, index: Index, doubted: Collection[Block] = (), first: int = 0, changed: int | None = None
    ) -> Standing:
        """The thinking blocks that fail once those before them that fail are left out, and what is known to hold.

        What the ledger does not know for sure fails if it is doubted, or if something before it fails.

        Args:
            index: the request.
            doubted: blocks that fail unless the ledger knows better.
            first: the messages before this one are known to be as they were sent, and only looked at for the chain;
                except where tools wait to be found, which may have changed with nothing else.
            changed: how many of the first messages hold all that the doubts come from; None where other parts do. No
                block behind them is doubted where they are as they were when it was made.
        """
        found = places(index, self.rolling, 0 if defers(index.request) else first)
        known = self._known(index, found)
        doubted = {*doubted}
        if not known:
            return Standing([place.block for place in found if place.block in doubted])
        frames = frames_in(index)
        gone: list[Block] = []
        sure: Block | None = None
        previous = found[0].previous
        for place in found:
            entry = known.get(place.signature)
            fails = None if entry is None else self._fails(index, place, entry, frames, previous)
            end = changed if place.block in doubted else None
            as_made = entry is not None and not fails and self._is_as_made(index, place, entry, frames, end)
            if fails or (fails is None and (gone or (place.block in doubted and not as_made))):
                gone.append(place.block)
            else:
                previous = place.signature
                sure = place.block if as_made else sure
        return Standing(gone, sure)

    def _known(self, index: Index, found: Sequence[Place]) -> dict[bytes, Entry]:
        """What is known of some thinking; nothing where the request does not show what stands before it."""
        return {} if continues(index.request) else self.store.entries(place.signature for place in found)

    def _fails(self, index: Index, place: Place, entry: Entry, frames: Frames, previous: bytes | None) -> bool | None:
        """Whether a block fails behind `previous`, the last thinking that is kept; None where that is open."""
        if not _is_bound(entry):
            return False
        kept = msgspec.structs.replace(place, previous=previous)
        if self._sentence(index, kept, entry, frames) is not None:
            return True
        return False if is_exact(place, entry, frames.at(place.block.message, place.block.position)) else None

    def _is_as_made(self, index: Index, place: Place, entry: Entry, frames: Frames, changed: int | None) -> bool:
        """Whether a block that does not fail for sure stands as it was made: all of it, or all that was changed."""
        frame = frames.at(place.block.message, place.block.position)
        if changed is None or is_exact(place, entry, frame):
            return is_exact(place, entry, frame)
        if changed > place.block.message or not has_frame(entry, frame):
            return False
        made = self.store.parents(entry.message, entry.depth)
        return begins_as_made(made, index.once(self.rolling.points_in), changed)

    def _sentence(self, index: Index, place: Place, entry: Entry, frames: Frames) -> str | None:
        """What changed since the block was made; None if nothing did, or nothing for sure."""
        frame = frames.at(place.block.message, place.block.position)
        if entry.system != frame.system and entry.loose_system != frame.loose_system:
            return sentence_of("system")
        if entry.tools != frame.tools and entry.loose_tools != frame.loose_tools:
            return sentence_of("tools")
        if entry.before != place.before.exact and entry.loose_before != place.before.loose:
            return self._of_messages(index, place, entry)
        if place.previous is not None and place.previous != entry.previous:
            return sentence_of("chain")
        return None

    def _of_messages(self, index: Index, place: Place, entry: Entry) -> str:
        """Name the first message that differs, as far as the points on the way are still known."""
        made = self.store.parents(entry.message, entry.depth)
        if len(made) != entry.depth + 1:
            return sentence_of("messages")
        points = index.once(self.rolling.points_in)
        now = [point.exact for point in points[: place.block.message + 1]]
        at = next((at for at in range(min(len(made), len(now))) if made[at] != now[at]), None)
        if at is None and len(made) != len(now):
            at = min(len(made), len(now))
        if at is None:
            return sentence_of("turn", at=place.block.message)
        return sentence_of("missing" if len(now) < len(made) else "message", at=max(at - 1, 0))


def _opened(store: str | Path | Store | None) -> Store:
    if isinstance(store, str):
        return store_from(store)
    return SqliteStore(store) if isinstance(store, Path) else store or MemoryStore()


def _name_of(conversation: str) -> bytes:
    """A digest of a key, since the key may name a person."""
    if not isinstance(conversation, str):
        raise UsageError(f"the key of a conversation is a text, not {type(conversation).__name__}")
    return digest(conversation)


def _listed(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _is_bound(entry: Entry) -> bool:
    """Whether the model that made the block binds it; a model of no known family is taken to."""
    facts = find_model(entry.model)
    return facts is None or facts.prefix_check != "no"
