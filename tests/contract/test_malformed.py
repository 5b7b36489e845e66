import pytest

from sendable.contract.malformed import malformed_contents
from sendable.targets import Target
from sendable.wire.build import text, user
from sendable.wire.index import Index

OBJECT = {"messages": [{"role": "user", "content": text("Hi")}]}


def test_an_object_for_a_content_is_malformed_at_bedrock_alone() -> None:
    index = Index(OBJECT)
    path = ("messages", 0, "content")
    assert list(malformed_contents(index, Target("bedrock", endpoint="invoke"))) == [path]
    assert list(malformed_contents(index, Target("bedrock", endpoint="invoke-with-response-stream"))) == [path]
    assert malformed_contents(index, Target("bedrock")) == {}
    assert malformed_contents(index, Target()) == {}


@pytest.mark.parametrize("content", ["Hi", [], [text("Hi")], None, 1])
def test_other_contents_are_not(content: object) -> None:
    index = Index({"messages": [{"role": "user", "content": content}, user("Hi")]})
    assert malformed_contents(index, Target("bedrock", endpoint="invoke")) == {}
