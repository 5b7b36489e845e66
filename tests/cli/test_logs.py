import json
from pathlib import Path
from typing import Any

import pytest

from sendable.cli.logs import Conversations, Logged, read_log
from sendable.cli.targeting import Targeting
from sendable.targets import Target
from tests.prefix.conversations import answered, request, said

TARGETING = Targeting(None, "api", (), "messages", old_account=False)


def lines(path: Path, *held: Any) -> list[Logged]:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in held), encoding="utf-8")
    return list(read_log(str(path), TARGETING, None))


@pytest.mark.parametrize(
    ("time", "seconds"),
    [(12, 12.0), (1764496800000, 1764496800.0), ("2025-11-30T10:00:00Z", 1764496800.0), ("soon", None), (True, None)],
)
def test_time_of_a_line_is_read_in_its_common_forms(tmp_path: Path, time: Any, seconds: float | None) -> None:
    (line,) = lines(tmp_path / "l.jsonl", {"request": request(said("a")), "timestamp": time})
    assert line.time == seconds


def test_response_gives_the_blocks_of_the_answer(tmp_path: Path) -> None:
    content = answered("s")["content"]
    found = lines(
        tmp_path / "l.jsonl",
        {"request": request(said("a")), "response": {"role": "assistant", "content": content}},
        {"request": request(said("a")), "response": {"type": "error", "error": {}}},
        request(said("a")),
    )
    assert [line.answer for line in found] == [content, None, None]


def test_the_last_lines_of_a_conversation_are_kept() -> None:
    conversations = Conversations()
    grown = [said("a")]
    last = None
    for at in range(20):
        line = Logged(at, request(*grown), Target())
        assert conversations.seat(line) == (1, last)
        last = line
        grown = [*grown, answered(f"s{at}"), said(f"q{at}")]
    fork = Logged(99, request(said("a"), answered("other"), said("b")), Target())
    assert conversations.seat(fork) == (1, last)
