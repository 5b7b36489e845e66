"""The tree of a Claude Code session: which records are the conversation, and in which order it is sent.

Each record names the one before it. The newest one that nothing follows is the end of the conversation; walking from
it to its parents gives the way that the conversation took, up to the last compaction. Beside that way stand branches
that were left, records of sub-agents, and results of parallel calls, whose parent is the call and not the result before
them; only the last are part of the conversation.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from sendable.conversation import Lost
from sendable.sources.claude_code_lines import CHAINED, TALK, Json, Record
from sendable.sources.claude_code_node import Node, kind_of

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
_NO_PARENT = "a record that names no parent: taken to follow the one before it"
_UNKNOWN = "a record whose parent is in no line: taken to follow the one before it"
_CUT = "what came before this record, whose parent is in no line"


class Tree:
    """The records that form the tree, and the way that leads to the newest of them.

    Attributes:
        nodes: those of the main conversation, in the order of the file.
        way: from the start of what is sent to its end, records between the messages included.
        lost: what was not taken along.
    """

    def __init__(self, records: Iterable[Record]) -> None:
        self.lost: list[Lost] = []
        self.nodes = self._main(records)
        self._link()
        self.way = self._walk()

    def _main(self, records: Iterable[Record]) -> list[Node]:
        """The records of the conversation itself; those of a sub-agent where there is nothing else."""
        chained = [record for record in records if record.value.get("type") in CHAINED]
        aside = [record for record in chained if record.value.get("isSidechain") is True]
        main = [record for record in chained if record.value.get("isSidechain") is not True]
        if not any(record.value["type"] in TALK for record in main):
            main = chained
        elif aside:
            self.lost.append(Lost(aside[0].path, f"side chains of sub-agents, {len(aside)} records from here on"))
        return [Node(record, at) for at, record in enumerate(self._single(main))]

    def _single(self, records: list[Record]) -> Iterator[Record]:
        """The records without those that are there twice: of two with one id the later one counts."""
        last = {uuid: record for record in records if isinstance(uuid := record.value.get("uuid"), str) and uuid}
        for record in records:
            uuid = record.value.get("uuid")
            kept = last.get(uuid, record) if isinstance(uuid, str) else record
            if kept is record:
                yield record
            elif kept.value != record.value:
                self.lost.append(Lost(record.path, f"a record whose id stands again in line {kept.number}"))

    def _link(self) -> None:
        by_uuid = {node.uuid: node for node in self.nodes if node.uuid is not None}
        before: Node | None = None
        for node in self.nodes:
            named = node.value.get("parentUuid", "")
            if named is not None:
                node.parent = by_uuid.get(named) if isinstance(named, str) else None
                if node.parent is None or node.parent is node:
                    node.parent = before
                    node.fault = (_UNKNOWN if before else _CUT) if named else _NO_PARENT
            if node.talks:
                before = node

    def _walk(self) -> list[Node]:
        node = self._newest()
        way: list[Node] = []
        seen: set[int] = set()
        while node is not None and node.at not in seen:
            seen.add(node.at)
            way.append(node)
            if node.ends_history:
                break
            node = node.parent
            if node is not None and node.at in seen:
                self.lost.append(Lost(way[-1].record.path, "what came before this record, whose parents form a ring"))
        way.reverse()
        return self._compacted(way)

    def _compacted(self, way: list[Node]) -> list[Node]:
        """The way with what its compaction kept beside the summary."""
        if not way or not way[0].ends_history:
            return way
        first = way[0]
        self.lost.append(Lost(first.record.path, "what came before the compaction that ends here"))
        boundary = first if first.is_boundary else first.parent
        metadata = boundary.value.get("compactMetadata") if boundary is not None and boundary.is_boundary else None
        kept = metadata.get("preservedSegment") if isinstance(metadata, dict) else None
        return [first, *self._segment(kept), *way[1:]] if isinstance(kept, dict) and not first.is_boundary else way

    def _segment(self, kept: Json) -> list[Node]:
        """The records from the head of what was kept to its tail."""
        by_uuid = {node.uuid: node for node in self.nodes if node.uuid is not None}
        node = by_uuid.get(str(kept.get("tailUuid")))
        segment: list[Node] = []
        seen: set[int] = set()
        while node is not None and node.at not in seen:
            seen.add(node.at)
            segment.append(node)
            if node.uuid == kept.get("headUuid"):
                return segment[::-1]
            node = node.parent
        return []

    def _newest(self) -> Node | None:
        """The newest message that no other follows; of two of one time, the later in the file."""
        leaves = {node.at for node in self.nodes if node.talks} - set(self._followed())
        times: list[str] = []
        for node in self.nodes:
            time = node.value.get("timestamp")
            told = isinstance(time, str) and _TIME.match(time)
            times.append(str(time) if told else times[-1] if times else "")
        ends = leaves or {node.at for node in self.nodes if node.talks}
        return self.nodes[max(ends, key=lambda at: (times[at], at))] if ends else None

    def _followed(self) -> Iterator[int]:
        """The messages that others follow, with or without records between them."""
        passed: set[int] = set()
        for node in self.nodes:
            before = node.parent if node.talks else None
            while before is not None and not before.talks and before.at not in passed:
                passed.add(before.at)
                before = before.parent
            if before is not None and before.talks:
                yield before.at

    def turns(self) -> list[list[Node]]:
        """The lines of each message that is sent, in order: those of one reply are one message."""
        spoken = [node for node in self.way if node.talks and not node.unsaid]
        replies: dict[str, list[Node]] = {node.reply: [] for node in spoken if node.reply is not None}
        on_way = {node.at for node in spoken}
        start = self.way[0].at if self.way and self.way[0].ends_history else -1
        for node in self.nodes:
            if node.reply in replies and not node.unsaid and (node.at in on_way or node.at > start):
                replies[str(node.reply)].append(node)
        beside = self._results_beside()
        turns: list[list[Node]] = []
        at = 0
        while at < len(spoken):
            if spoken[at].reply is None:
                turns.append([spoken[at]])
                at += 1
                continue
            end, results = _reach(spoken, at)
            lines = replies.pop(str(spoken[at].reply), [])
            if lines:
                turns.append(lines)
            results += _recovered(lines, results, beside)
            turns += [[node] for node in sorted(results, key=lambda node: node.at)]
            at = end
        return turns

    def _results_beside(self) -> dict[int, list[Node]]:
        """The lines of results that do not stand on the way, by the place of the message that they follow."""
        on_way = {node.at for node in self.way}
        found: dict[int, list[Node]] = {}
        for node in self.nodes:
            if node.at not in on_way and node.is_results and (before := node.said_before) is not None:
                found.setdefault(before.at, []).append(node)
        return found


def _recovered(lines: list[Node], results: list[Node], beside: dict[int, list[Node]]) -> list[Node]:
    """The results of parallel calls of a reply that do not stand on the way."""
    if len(lines) < 2:
        return []
    open_calls = {str(block.get("id")) for node in lines for block in node.blocks if kind_of(block) == "tool_use"}
    open_calls -= {call for node in results for call in _answered(node)}
    found: list[Node] = []
    for node in sorted((node for line in lines for node in beside.get(line.at, ())), key=lambda node: node.at):
        answered = _answered(node)
        if answered <= open_calls:
            open_calls -= answered
            found.append(node)
    return found


def _answered(node: Node) -> set[str]:
    """The calls that a line of results answers."""
    return {str(block.get("tool_use_id")) for block in node.blocks}


def _reach(spoken: list[Node], at: int) -> tuple[int, list[Node]]:
    """Where the lines of a reply and the results behind them end, and those results."""
    reply = spoken[at].reply
    results: list[Node] = []
    end = at + 1
    while end < len(spoken) and (spoken[end].reply == reply or spoken[end].is_results):
        if spoken[end].is_results:
            results.append(spoken[end])
        end += 1
    return end, results


def told_faults(way: list[Node]) -> Iterator[Lost]:
    """What is wrong with the parents on the way."""
    for node in way[:1]:
        if node.fault == _CUT:
            yield Lost(node.record.path, node.fault)
    for _, node in pairwise(way):
        if node.fault:
            yield Lost(node.record.path, node.fault)
