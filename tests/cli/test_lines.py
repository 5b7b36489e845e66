import json
from typing import Any

import pytest

from sendable.cli.lines import read_line
from sendable.cli.targeting import Targeting
from sendable.wire.build import request, user

BODY = request(user("hi"))
TARGETING = Targeting("claude-opus-4-8", "api", (), "messages", False)


def line(value: Any) -> Any:
    return read_line(json.dumps(value).encode(), 9, TARGETING)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({"id": "a", "request": BODY}, "a"),
        ({"id": ["odd"], "request": BODY}, ["odd"]),
        ({"id": None, "request": BODY}, 9),
        ({"custom_id": "c", "params": BODY}, "c"),
        (BODY, 9),
        ({**BODY, "id": "body"}, "body"),
        (BODY["messages"], 9),
    ],
)
def test_line_is_named_by_its_id_or_number(value: Any, name: Any) -> None:
    read = line(value)
    assert read.id == name
    assert read.source.request["messages"] == BODY["messages"]


def test_size_is_that_of_the_request_alone() -> None:
    assert line({"id": "a" * 100, "request": BODY}).source.size == len(json.dumps(BODY))


def test_target_of_the_line_wins_over_the_options() -> None:
    read = line({"request": BODY, "target": {"platform": "bedrock", "betas": ["b"], "endpoint": "invoke"}})
    assert (read.target.platform, read.target.betas, read.target.endpoint) == ("bedrock", {"b"}, "invoke")
    assert read.target.model == "claude-opus-4-8"


@pytest.mark.parametrize(
    "value", [{"id": "x", "request": None}, {"id": "x", "request": "text"}, {"id": "x", "request": [1]}]
)
def test_request_of_a_wrong_shape_keeps_its_id(value: Any) -> None:
    read = line(value)
    assert (read.id, read.source) == ("x", None)
    assert read.error


def test_strict_and_lenient_parser_agree_on_the_parts() -> None:
    whole = {"id": "x", "request": BODY, "target": {"platform": "vertex"}, "comment": "?"}
    strict = line(whole)
    lenient = read_line(json.dumps(whole).replace("?", "\\ud800").encode(), 9, TARGETING)
    assert lenient.source is not None
    assert (strict.id, strict.target, strict.source.request) == (lenient.id, lenient.target, lenient.source.request)


@pytest.mark.parametrize("data", [b"{", b"\xff", b"[" * 100_000, b"3", b"null", b'{"id": "x", "request": {'])
def test_text_that_is_no_request_is_told_by_its_number(data: bytes) -> None:
    read = read_line(data, 9, TARGETING)
    assert (read.id, read.source) == (9, None)
    assert read.error


@pytest.mark.parametrize(
    "value",
    [
        {"method": "POST", "path": "/v1/messages", "body": BODY},
        {"request": {"method": "POST", "url": "https://x", "body": BODY}, "response": {}},
        {"method": "GET", "path": "/v1/models", "request": None, "response": {}},
    ],
)
def test_exchange_is_no_request(value: Any) -> None:
    read = line(value)
    assert read.source is None
    assert read.error
