from typing import Any

import pytest

from sendable.sources.claude_code_lines import Record
from sendable.sources.claude_code_node import Node
from tests.sources.sessions import call, text


def node(kind: str, content: Any = None, **fields: Any) -> Node:
    message = {"message": {"content": content, **fields.pop("message", {})}} if content is not None else {}
    return Node(Record(1, 0, {"type": kind, **message, **fields}), 0)


def test_results_alone_are_told_from_results_with_text() -> None:
    result = {"type": "tool_result", "tool_use_id": "toolu_1"}
    assert node("user", [result]).is_results
    assert not node("user", [result, text("and")]).is_results
    assert not node("user", []).is_results
    assert not node("user", "x").is_results
    assert not node("assistant", [result]).is_results


@pytest.mark.parametrize(
    ("held", "why"),
    [
        (node("user", "x"), ""),
        (node("user"), "a message without content"),
        (node("assistant", [], isApiErrorMessage=True), "an error of the API, which the client noted"),
        (node("assistant", [], message={"model": "<synthetic>"}), "a message that the client made up"),
    ],
)
def test_lines_that_are_never_sent_say_why(held: Node, why: str) -> None:
    assert held.unsaid == why


def test_reply_and_id_are_strings_or_nothing() -> None:
    assert node("assistant", [call("toolu_1")], message={"id": "msg_1"}, uuid="u").reply == "msg_1"
    assert node("user", "x", message={"id": "msg_1"}).reply is None
    assert node("assistant", [], message={"id": 3}).reply is None
    assert node("user", uuid="u").uuid == "u"
    assert node("user", uuid=["u"]).uuid is None
    assert Node(Record(1, 0, {"type": "user", "message": "odd"}), 0).message == {}


def test_message_before_is_found_beyond_other_records() -> None:
    said, between, after = node("user", "x"), node("progress"), node("user", "y")
    between.parent, after.parent = said, between
    assert after.said_before is said
    assert said.said_before is None
    between.parent = between
    assert after.said_before is None
