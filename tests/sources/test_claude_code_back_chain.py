import pytest

from sendable.sources.claude_code import traced
from sendable.sources.claude_code_back_chain import Chain, longest_rise, new_record
from sendable.sources.claude_code_back_segments import Segment
from tests.sources.sessions import plain, text, uuid


@pytest.mark.parametrize(
    ("ranks", "places"),
    [([], []), ([1, 2, 3], [0, 1, 2]), ([1, 2, 5, 3, 4], [0, 1, 3, 4]), ([3, 1, 2], [1, 2]), ([2, 1], [1])],
)
def test_longest_rise_leaves_out_as_few_as_possible(ranks: list[int], places: list[int]) -> None:
    assert longest_rise(ranks) == places


def test_moved_new_and_dropped_lines_are_linked() -> None:
    session = traced(plain().data)
    nodes = [node for turn in session.turns for node in turn]
    new = Segment("user", None, bare=True)
    segments = [Segment(str(nodes[at].type), nodes[at], bare=False) for at in (0, 4, 1, 2)] + [new]
    chain = Chain(session, segments, {nodes[3]})
    assert chain.moved == {nodes[4]}
    assert [link.node for link in chain.links] == [nodes[0], nodes[4], nodes[1], nodes[2], None]
    chain.name_new(lambda _: "said")
    assert [link.uuid for link in chain.links[:-1]] == [uuid(1), uuid(5), uuid(2), uuid(3)]
    first = chain.links[-1].uuid
    chain.links[-1].uuid = None
    chain.name_new(lambda _: "said otherwise")
    assert chain.links[-1].uuid != first


def test_new_record_has_the_envelope_of_its_neighbour() -> None:
    session = traced(plain().data)
    node = session.turns[0][0]
    message = {"role": "user", "content": [text("x")]}
    record = new_record(Segment("user", None, bare=False), node, message)
    assert record["cwd"] == node.value["cwd"]
    assert record["message"] == message
    assert "uuid" not in record


def test_record_that_was_split_keeps_all_fields_but_the_copy_of_the_result() -> None:
    session = traced(plain().data)
    node = session.turns[2][0]
    record = new_record(Segment("assistant", node, bare=False), node, {"role": "assistant", "content": []})
    assert set(node.value) - set(record) == {"toolUseResult"}
    assert record["type"] == "assistant"
