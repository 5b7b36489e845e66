import itertools
import json
from typing import Any

import orjson
import pytest
from anthropic.types import Message, ParsedMessage, ParsedTextBlock, TextBlock, ToolUseBlock, Usage

from sendable.contract.check import check
from sendable.errors import UnreadableError
from sendable.repair.repair import repair
from sendable.wire.build import request, user
from sendable.wire.read import read, unread

BODY = request(user("Hi"))
HIGH, LOW = "\ud83d", "\ude00"

UNREADABLE = {
    "nothing": b"",
    "blanks": b" \n ",
    "no JSON": b"hello secret",
    "a number": b"3",
    "null": b"null",
    "a string": b'"secret"',
    "an array of numbers": b"[1, 2]",
    "cut off in a key": b'{"mess',
    "cut off in a string": b'{"model": "secret',
    "cut off behind a colon": b'{"model":',
    "cut off in an array": b'{"messages": [{"role": "user"',
    "two objects": b'{"a": 1} {"secret": 2}',
    "a single quote": b"{'secret': 1}",
    "a trailing comma": b'{"a": 1,}',
    "a bad escape": b'{"a": "\\x"}',
    "a raw newline in a string": b'{"a": "x\ny"}',
    "a NUL byte": b'{"a": "x\x00y"}',
    "a byte that is no UTF-8": b'{"a": "secret\xff"}',
    "UTF-16 with a mark": '{"messages": []}'.encode("utf-16"),
    "UTF-16 little endian": '{"messages": []}'.encode("utf-16-le"),
    "UTF-16 big endian": '{"messages": []}'.encode("utf-16-be"),
    "NaN": b'{"temperature": NaN}',
    "infinity": b'{"temperature": -Infinity}',
    "a float without bounds": b'{"temperature": 1e999}',
    "an integer of 6,000 digits": b'{"max_tokens": ' + b"9" * 6000 + b"}",
    "100,000 arrays": b"[" * 100_000,
    "100,000 closed arrays": b"[" * 100_000 + b"]" * 100_000,
    "100,000 objects": b'{"a":' * 100_000,
    "a surrogate in 100,000 arrays": b'{"a": "\\ud83d", "b": ' + b"[" * 100_000,
    "params that are no object": b'{"custom_id": "1", "params": []}',
}


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_is_no_request_is_unreadable_and_its_content_is_not_told(data: bytes) -> None:
    with pytest.raises(UnreadableError) as caught:
        read(data)
    assert "secret" not in str(caught.value)


class Odd:
    def __repr__(self) -> str:
        return "secret"


@pytest.mark.parametrize("value", [3, None, Odd(), {"messages": Odd()}, {"a": {Odd(): 1}}, [1], [[]], {"params": 1}])
def test_a_value_that_is_no_request_is_unreadable(value: object) -> None:
    with pytest.raises(UnreadableError) as caught:
        read(value)
    assert "secret" not in str(caught.value)


def test_a_value_that_holds_itself_is_unreadable() -> None:
    loop: dict[str, object] = {}
    loop["messages"] = loop
    with pytest.raises(UnreadableError, match="nested too deeply"):
        read(loop)


def test_a_value_that_holds_itself_beside_a_lone_surrogate_is_unreadable() -> None:
    loop: dict[str, object] = {"a": HIGH}
    loop["messages"] = loop
    with pytest.raises(UnreadableError):
        read(loop)


@pytest.mark.parametrize("form", [bytes, bytearray, memoryview])
def test_every_form_of_bytes_is_read(form: type) -> None:
    data = json.dumps(BODY).encode()
    source = read(form(data))
    assert source.request == BODY
    assert source.size == len(data)


def test_text_is_read_as_its_bytes() -> None:
    assert read(json.dumps(BODY)).request == BODY


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read(b"\xef\xbb\xbf" + json.dumps(BODY).encode()).request == BODY


def test_an_escaped_nul_is_kept() -> None:
    assert read(b'{"a": "x\\u0000"}').request == {"a": "x\0"}


def test_of_two_equal_keys_the_last_counts() -> None:
    assert read(b'{"a": 1, "a": 2}').request == {"a": 2}


def test_a_large_integer_is_kept() -> None:
    assert read(b'{"a": 123456789012345678901234567890}').request == {"a": 123456789012345678901234567890}


def test_a_dict_stays_the_identical_object() -> None:
    assert read(BODY).request is BODY
    assert unread(read(BODY), BODY) is BODY


@pytest.mark.parametrize("form", [list, tuple])
def test_messages_alone_are_wrapped_and_unwrapped(form: type) -> None:
    source = read(form([user("Hi")]))
    assert source.shape == "messages"
    assert source.request == {"messages": [user("Hi")]}
    assert unread(source, {"messages": []}) == []


def test_a_batches_line_is_unwrapped_and_wrapped() -> None:
    source = read({"custom_id": "1", "params": BODY})
    assert source.request is BODY
    assert unread(source, {"model": "x"}) == {"custom_id": "1", "params": {"model": "x"}}


def test_tuples_are_arrays() -> None:
    body = {**BODY, "messages": (user("Hi"), {"role": "user", "content": ({"type": "text", "text": "x"},)})}
    assert check(body) == []


def test_sdk_models_stand_for_their_json() -> None:
    call = ToolUseBlock(type="tool_use", id="toolu_1", name="search", input={})
    body = {
        **BODY,
        "messages": [user("Hi"), {"role": "assistant", "content": [TextBlock(type="text", text="x"), call]}],
    }
    content = read(body).request["messages"][1]["content"]
    assert content == [
        {"type": "text", "text": "x"},
        {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}},
    ]


def test_a_whole_answer_as_a_message_is_repaired_to_what_the_api_takes() -> None:
    answer = Message(
        id="msg_1",
        type="message",
        role="assistant",
        model="claude-sonnet-4-5",
        content=[TextBlock(type="text", text="Hello.")],
        stop_reason="end_turn",
        stop_sequence=None,
        usage=Usage(input_tokens=1, output_tokens=1),
    )
    repaired = repair({**BODY, "messages": [user("Hi"), answer, user("And?")]})
    assert repaired.accepted
    assert {change.by for change in repaired.changes} == {"drop_refused_fields"}
    kept = {"role": "assistant", "content": [{"type": "text", "text": "Hello."}]}
    assert repaired.request["messages"] == [user("Hi"), kept, user("And?")]


def test_what_the_sdk_parsed_for_its_reader_is_not_sent() -> None:
    block = ParsedTextBlock[object](type="text", text="{}", citations=None, parsed_output={"a": 1})
    answer = ParsedMessage[object].model_construct(role="assistant", content=[block])
    sent = {"type": "text", "text": "{}", "citations": None}
    assert read({"messages": [{"role": "assistant", "content": [block]}]}).request["messages"][0]["content"] == [sent]
    assert read([answer]).request["messages"] == [{"role": "assistant", "content": [sent]}]


PIECES = ("\\ud83d", "\\ude00", "x", "\\n", "\\u0041", "\u00e9", "\\\\")


def test_lone_surrogates_are_found_where_the_parser_of_the_api_finds_them() -> None:
    for length in range(1, 5):
        for pieces in itertools.product(PIECES, repeat=length):
            text = '{"messages": [],\n "a": "' + "".join(pieces) + '"}'
            found = read(text).surrogate
            told = found and f"{found.kind}: line {found.line} column {found.column} (char {found.offset})"
            assert told == _refusal(text)


def _refusal(text: str) -> str | None:
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError as fault:
        return str(fault)
    return None


@pytest.mark.parametrize("text", [HIGH, LOW, f"x{HIGH}", f"{LOW}x", f"{HIGH}x{LOW}", f"{LOW}{HIGH}"])
def test_a_lone_surrogate_is_found_in_every_kind_of_input(text: str) -> None:
    body = {**BODY, "messages": [user(text)]}
    raw = json.dumps(body, ensure_ascii=False)
    assert read(body).surrogate is not None
    assert read(json.dumps(body)).surrogate is not None
    assert read(raw).surrogate is not None
    assert read(raw.encode("utf-8", "surrogatepass")).surrogate is not None


def test_a_lone_surrogate_in_a_key_is_found() -> None:
    assert read({"metadata": {HIGH: "x"}}).surrogate is not None
    assert read(b'{"metadata": {"\\ud83d": "x"}}').surrogate is not None


def test_a_pair_of_surrogates_is_a_character() -> None:
    source = read(b'{"a": "\\ud83d\\ude00"}')
    assert source.surrogate is None
    assert source.request == {"a": "\U0001f600"}


def test_an_edited_source_keeps_its_surrogate_until_it_is_gone() -> None:
    source = read({"a": HIGH, "b": 1})
    assert source.with_request({"a": HIGH}).surrogate is not None
    assert source.with_request({"b": 1}).surrogate is None


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_json_lacks_are_unreadable_wherever_they_stand(number: float) -> None:
    turn = {"role": "user", "content": "null"}
    bodies: tuple[Any, ...] = (
        {"messages": [turn], "temperature": number},
        {"messages": [{**turn, "x": [1, number]}]},
        {"messages": [turn, {"role": "assistant", "content": [{"type": "tool_use", "input": {"a\\": number}}]}]},
        [{**turn, "x": (number,)}],
    )
    for body in bodies:
        with pytest.raises(UnreadableError, match="a number is out of range, or is none"):
            read(body)
        with pytest.raises(UnreadableError, match="a number is out of range, or is none"):
            read(json.dumps(body))


def test_null_and_texts_about_it_are_readable() -> None:
    body = {"messages": [{"role": "user", "content": '[null,null] {"a":null} null'}], "system": None, "x": [None, 1.5]}
    assert read(body).request is body
