"""Damage to a session on the disk: each changes the records of a session in place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Records = list[dict[str, Any]]


def damage(file: Path, change: Callable[[Records], None]) -> None:
    """Write a session anew, with a change in its records."""
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    change(records)
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def _blocks(record: dict[str, Any]) -> list[dict[str, Any]]:
    content = record.get("message", {}).get("content") if record.get("type") in ("user", "assistant") else None
    return content if isinstance(content, list) else []


def _of(records: Records, kind: str, number: int) -> int:
    """Where the record with the so-manieth block of a kind stands."""
    return [at for at, one in enumerate(records) if any(block["type"] == kind for block in _blocks(one))][number]


def _block(records: Records, kind: str, number: int) -> dict[str, Any]:
    return next(block for block in _blocks(records[_of(records, kind, number)]) if block["type"] == kind)


def _remove(records: Records, at: int) -> None:
    """Take a record out; what followed it follows the one before it."""
    gone = records.pop(at)
    for record in records:
        if record.get("parentUuid") == gone["uuid"]:
            record["parentUuid"] = gone["parentUuid"]


def _renamed(records: Records, old: str, new: str) -> None:
    records[:] = json.loads(json.dumps(records).replace(old, new))


def lose_a_result(records: Records) -> None:
    _remove(records, _of(records, "tool_result", 0))


def lose_one_of_two_results(records: Records) -> None:
    _remove(records, _of(records, "tool_result", 2))


def lose_a_call(records: Records) -> None:
    _remove(records, _of(records, "tool_use", 0))


def end_in_a_call(records: Records) -> None:
    del records[_of(records, "tool_result", -1) :]


def change_a_result(records: Records) -> None:
    _block(records, "tool_result", 0)["content"] = "Something else."


def damage_a_signature(records: Records) -> None:
    block = _block(records, "thinking", 0)
    block["signature"] = block["signature"][:-8] + "AAAAAAA="


def say_one_id_twice(records: Records) -> None:
    _renamed(records, _block(records, "tool_use", 1)["id"], _block(records, "tool_use", 0)["id"])


def take_an_id_of_another_provider(records: Records) -> None:
    _renamed(records, _block(records, "tool_use", 0)["id"], "functions.Bash:0")


def store_arguments_as_text(records: Records) -> None:
    block = _block(records, "tool_use", 0)
    block["input"] = json.dumps(block["input"])


def cut_a_picture(records: Records) -> None:
    source = _block(records, "tool_result", 3)["content"][0]["source"]
    source["data"] = source["data"][:41]


def flag_a_picture_as_an_error(records: Records) -> None:
    _block(records, "tool_result", 3)["is_error"] = True


DAMAGES: dict[str, Callable[[Records], None]] = {
    "a call whose result was lost": lose_a_result,
    "one of two parallel calls without its result": lose_one_of_two_results,
    "a result whose call was lost": lose_a_call,
    "the session ends in a call": end_in_a_call,
    "a result that was changed": change_a_result,
    "a signature that was damaged": damage_a_signature,
    "one id for two calls": say_one_id_twice,
    "an id of another provider": take_an_id_of_another_provider,
    "arguments stored as text": store_arguments_as_text,
    "a picture that was cut": cut_a_picture,
    "a result with a picture, flagged as an error": flag_a_picture_as_an_error,
}
