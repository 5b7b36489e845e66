import json

import pytest

from sendable.sources.claude_code_lines import is_record, lines_of, records_of
from sendable.sources.load import load
from sendable.sources.stored import stored
from tests.sources.sessions import Session, plain, text


def lost(session: Session) -> list[tuple[str, str]]:
    return [(one.path, one.what) for one in load(session.data, "claude-code").lost]


def count(session: Session) -> int:
    return len(load(session.data, "claude-code").messages)


def test_each_line_is_a_record_with_its_number() -> None:
    records, lost_ = records_of(stored(b"\n" + plain().data))
    assert [record.number for record in records] == list(range(2, 9))
    assert lost_ == []


def test_cut_last_line_is_dropped() -> None:
    session = plain()
    session.user("cut")
    session.raw(session.encoded[-1][:-20])
    del session.lines[-2]
    assert count(session) == 4
    assert lost(session) == [("line 8", "the last line, which is cut off")]


def test_line_in_the_middle_that_cannot_be_read_is_told() -> None:
    session = plain()
    session.lines.insert(1, b'{"type": "user", nonsense')
    session.lines.insert(1, b'"text"')
    assert count(session) == 4
    assert lost(session) == [("line 2", "a line that holds no record"), ("line 3", "a line that cannot be read")]


@pytest.mark.parametrize("between", [b"", b" ", b"\0\0\0\0", b"\r"])
def test_two_records_on_one_line_are_both_read(between: bytes) -> None:
    session = plain()
    lines = session.encoded
    session.lines[1:3] = [lines[1] + between + lines[2]]
    assert count(session) == 4
    assert lost(session) == []


def test_nul_bytes_around_records_are_left_out() -> None:
    session = plain()
    lines = session.encoded
    session.lines[1] = b"\0" * 4096 + lines[1] + b"\0" * 9
    session.lines.insert(3, b"\0" * 512)
    assert count(session) == 4
    assert lost(session) == []


def test_record_behind_a_cut_one_is_read() -> None:
    session = plain()
    lines = session.encoded
    session.lines[5:6] = [lines[2][:90] + lines[5]]
    assert count(session) == 4
    assert lost(session) == [("line 6", "part of a line, which cannot be read")]


def test_quoted_record_inside_a_cut_one_is_no_record() -> None:
    session = plain()
    session.raw(b'{"type":"user","message":{"role":"user","content":[{"type":"text","text":"x"}')
    assert count(session) == 4


def test_line_that_is_no_utf8_is_read_with_marks() -> None:
    session = plain()
    session.lines[6] = session.encoded[6][:-2] + b'"'
    broken = session.encoded[1].replace(b"List", b"L\xffst")
    session.lines[1] = broken
    held = load(session.data, "claude-code")
    assert held.messages[0].parts[0].text == "L\ufffdst the files"  # type: ignore[union-attr]
    assert [one.path for one in held.lost] == ["line 2", "line 7"]


def test_file_of_one_record_keeps_its_line() -> None:
    session = Session()
    session.user("hi")
    (line,) = lines_of(stored(b"\n" + session.data))
    assert (line.number, line.raw) == (2, session.encoded[0])


def test_long_cut_line_takes_no_long_time() -> None:
    session = plain()
    session.raw(b'{"type":"x"' + b',"a":{"type":"y"' * 50_000)
    assert count(session) == 4


def test_records_are_told_from_blocks() -> None:
    assert is_record(json.loads(plain().encoded[1]))
    assert not is_record(text("hi"))
    assert not is_record({"type": "user", "content": "x"})
    assert not is_record({"type": ["user"], "uuid": "x"})
