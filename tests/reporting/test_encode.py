import json

import msgspec

from sendable.reporting.encode import encoded, request_bytes


def test_lone_surrogate_is_replaced_in_an_answer() -> None:
    assert msgspec.json.decode(encoded({"a": "x\ud800"})) == {"a": "x\ufffd"}


def test_lone_surrogate_of_a_request_stays_an_escape() -> None:
    for like in (b"{}", b"{\n  "):
        data = request_bytes({"a": "\ud800é"}, like)
        assert json.loads(data) == {"a": "\ud800é"}
        assert b"\\ud800" in data


def test_layout_follows_the_input() -> None:
    assert request_bytes({"a": [1]}, b'{"a": 2}') == b'{"a":[1]}'
    assert request_bytes({"a": [1]}, b'{\n\t"a": 2}\n') == b'{\n  "a": [\n    1\n  ]\n}\n'


def test_large_numbers_are_kept() -> None:
    assert encoded({"a": 10**30}) == b'{"a":1000000000000000000000000000000}'
