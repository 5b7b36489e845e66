from typing import Any

from sendable.contract.check import check
from sendable.reporting.outline import outline, size
from sendable.wire.build import assistant, cached, image, native_call, request, text, tool, tool_result, tool_use, user
from sendable.wire.index import Index


def rows_of(body: Any) -> list[tuple[str, str, list[str], int]]:
    index = Index(body)
    found = outline(index, check(index))
    return [(row.label, row.role, [part.text for part in row.parts], row.skipped) for row in found]


def test_row_tells_kinds_and_sizes_and_no_content() -> None:
    body = request(
        user(text("secret"), image()),
        assistant(text("secret " * 300), tool_use("a"), tool_use("b")),
        user(tool_result("a"), tool_result("b"), cached(text("x"))),
        system="secret",
        tools=[tool()],
    )
    rows = rows_of(body)
    assert rows[0] == ("", "tools", ["1 tool"], 0)
    assert rows[1] == ("", "system", ["text 6"], 0)
    assert rows[3] == ("1", "assistant", ["text 2.1k", "call ×2"], 0)
    assert rows[4] == ("2", "user", ["result ×2 4", "text 1 +cache"], 0)
    assert "secret" not in str(rows)


def test_stretch_without_findings_is_collapsed() -> None:
    body = request(*[m for _ in range(50) for m in (user("go"), assistant("ok"))], user("go"), assistant(native_call()))
    body["messages"] += [user("x"), assistant("ok"), user("x")]
    assert [(row[0], row[3]) for row in rows_of(body)] == [
        ("0", 0), ("", 99), ("100", 0), ("101", 0), ("102", 0), ("103", 0), ("104", 0)
    ]  # fmt: skip


def test_long_message_shows_the_faulty_block() -> None:
    blocks = [block for _ in range(20) for block in (text("x"), image())]
    blocks[20] = text("")
    body = request(user(*blocks))
    (row,) = outline(Index(body), check(body))
    assert [part.faulty for part in row.parts].count(True) == 1
    assert len(row.parts) < 10
    assert any(part.text.startswith("… ") for part in row.parts)


def test_field_that_is_at_fault_has_a_row() -> None:
    assert ("", "max_tokens", [], 0) in rows_of(request(user("x"), max_tokens=-1))


def test_message_of_any_shape_has_a_row() -> None:
    body = request(user("x"))
    body["messages"] += [3, {"role": 7, "content": [{"type": ["x"]}, {"type": "text", "text": 5}]}]
    assert [row[0] for row in rows_of(body) if row[0]] == ["0", "1", "2"]


def test_sizes_are_short() -> None:
    assert [size(n) for n in (0, 999, 1000, 1249, 123_456, 1_000_000)] == ["0", "999", "1.0k", "1.2k", "123k", "1.0M"]
