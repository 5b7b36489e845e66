"""The order of the lines after a repair: which stay, which are moved, where new ones stand, and who follows whom."""

import uuid
from bisect import bisect_left
from typing import Any

from sendable.sources.claude_code import Traced
from sendable.sources.claude_code_back_segments import Segment
from sendable.sources.claude_code_lines import Json
from sendable.sources.claude_code_node import Node
from sendable.sources.json_text import json_text

_SPACE = uuid.uuid5(uuid.NAMESPACE_OID, "sendable.claude-code")
_ENVELOPE = (
    "isSidechain",
    "userType",
    "cwd",
    "sessionId",
    "version",
    "gitBranch",
    "agentId",
    "slug",
    "entrypoint",
    "teamName",
    "timestamp",
)


class Link:
    """One line of the repaired session: a stored one, or a new one with its segment."""

    __slots__ = ("node", "segment", "uuid")

    def __init__(self, node: Node | None, segment: Segment | None = None) -> None:
        self.node = node
        self.segment = segment
        self.uuid = node.uuid if node is not None else None


class Chain:
    """The lines from the start of the conversation to its end.

    By default what stood beside the way stays there. `straight` puts all lines on the way, in the order of the request.

    Attributes:
        links: in their order.
        moved: stored lines that stand elsewhere than they did, or on the way where they stood beside it.
        firsts: the segment in which each stored line stays.
    """

    def __init__(self, session: Traced, segments: list[Segment], gone: set[Node], *, straight: bool = False) -> None:
        self.firsts: dict[Node, Segment] = {}
        for segment in segments:
            if segment.node is not None:
                self.firsts.setdefault(segment.node, segment)
        sent = [node for turn in session.turns for node in turn]
        rank = {node: at for at, node in enumerate(session.tree.way if straight else sent)}
        nodes = [node for node in self.firsts if node in rank]
        steady = {nodes[at] for at in longest_rise([rank[node] for node in nodes])}
        self.moved = set(self.firsts) - steady
        on_way = set(session.tree.way)
        for node in nodes:
            # What stands beside the way is found by its parent: without that it needs a place on the way.
            if node not in on_way and (node.said_before in gone or node.said_before in self.moved):
                self.moved.add(node)
        self._silent = {node for node in sent if node not in self.firsts and node not in gone}
        self.links = self._placed(session.tree.way, segments, gone)

    def _placed(self, way: list[Node], segments: list[Segment], gone: set[Node]) -> list[Link]:
        place = {node: at for at, node in enumerate(way)}
        behind: dict[int, list[Link]] = {}
        anchor = -1
        for segment in segments:
            node = segment.node
            stays = node is not None and self.firsts[node] is segment
            if node is not None and stays and node not in self.moved:
                anchor = max(anchor, place.get(node, -1))
            else:
                behind.setdefault(anchor, []).append(Link(node) if stays else Link(None, segment))
        links = list(behind.get(-1, []))
        for at, node in enumerate(way):
            if node not in gone and node not in self.moved:
                links.append(Link(node))
            links += behind.get(at, [])
        while links and links[-1].node is not None and not links[-1].node.talks:
            links.pop()  # nothing follows it: it hangs where it hung
        return links

    def says(self, segments: list[Segment]) -> list[set[str]]:
        """The ids of the lines that are sent, in order; those of a run of results together."""
        new = {link.segment: link.uuid for link in self.links if link.segment is not None}
        told = []
        for segment in segments:
            node = segment.node
            stays = node is not None and self.firsts[node] is segment
            told.append(((node.uuid if stays and node is not None else new[segment]), segment.is_results))
        return runs(told)

    def heard(self, sent: list[Node]) -> list[set[str]]:
        """The same of a session that was read again."""
        given = {link.uuid for link in self.links if link.node is not None and link.node.uuid is None}
        silent = {node.uuid for node in self._silent}
        return runs([(node.uuid, node.is_results) for node in sent if node.uuid not in given | silent])

    def name_new(self, content: Any) -> None:
        """Give each line without an id one that is made of its neighbours and of what it says."""
        for at, link in enumerate(self.links):
            before = self.links[at - 1].uuid if at else None
            following = self.links[at + 1].uuid if at + 1 < len(self.links) else None
            if link.uuid is None:
                said = content(link.segment) if link.segment is not None else _said(link.node)
                link.uuid = str(uuid.uuid5(_SPACE, f"{before}|{following}|{json_text(said)}"))


def _said(node: Node | None) -> Any:
    return node.value if node is not None else None


def runs(told: list[tuple[str | None, bool]]) -> list[set[str]]:
    """Ids in order, those of results in a row as one set; lines without an id are left out."""
    found: list[set[str]] = []
    open_run = False
    for name, is_results in told:
        if name is None:
            continue
        if is_results and open_run:
            found[-1].add(name)
        else:
            found.append({name})
        open_run = is_results
    return found


def longest_rise(ranks: list[int]) -> list[int]:
    """The places of a longest rising run of numbers, which need not be neighbours."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, rank in enumerate(ranks):
        run = bisect_left(tails, rank)
        before.append(ends[run - 1] if run else -1)
        tails[run : run + 1] = [rank]
        ends[run : run + 1] = [at]
    found: list[int] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        found.append(at)
        at = before[at]
    return found[::-1]


def new_record(segment: Segment, beside: Node, message: Json) -> Json:
    """A record for a new line: the envelope of the line beside it, or all of the line that it was split from."""
    if segment.node is not None:
        held = {name: value for name, value in segment.node.value.items() if name != "toolUseResult"}
        return held | {"type": segment.role, "message": message}
    envelope = {name: beside.value[name] for name in _ENVELOPE if name in beside.value}
    return {"parentUuid": None, **envelope, "type": segment.role, "message": message}
