import copy
import gzip
import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest

from sendable import Ledger, Target, check
from sendable.prefix.canonical import signature_digest
from sendable.prefix.stores import MemoryStore, SqliteStore
from sendable.wire.build import assistant, cached, request, system, text, thinking, tool, tool_result, tool_use, user
from sendable.wire.index import Index

VERDICTS = Path(__file__).parents[2].parent / "shared" / "verdicts" / "open.jsonl.gz"
MODEL = "claude-opus-5-5"
FIRST = request(user("Look it up."), model=MODEL, tools=[tool()], system="Be kind.")
ANSWER = assistant(thinking(signature="AAAA"), text("I will."), thinking(signature="BBBB"), tool_use())
SECOND = {**FIRST, "messages": [*FIRST["messages"], ANSWER, user(tool_result())]}


@pytest.fixture(params=["memory", "sqlite"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Ledger:
    made = Ledger(tmp_path / "ledger.sqlite" if request.param == "sqlite" else None)
    made.record(FIRST, ANSWER)
    return made


def changed(**fields: Any) -> dict[str, Any]:
    return {**SECOND, **fields}


def said(found: list[Any]) -> str:
    assert found[0].rule == "thinking-bound"
    return str(found[0].message)


def test_what_was_only_appended_to_is_accepted(ledger: Ledger) -> None:
    assert check(SECOND, ledger=ledger) == []


def test_every_block_behind_a_changed_system_prompt_is_refused(ledger: Ledger) -> None:
    found = check(changed(system="Be brief."), Target(betas=[]), ledger=ledger)
    assert [finding.path for finding in found] == ["messages.1.content.0", "messages.1.content.2"]
    assert said(found).endswith("The `system` prompt differs from the one this block was created with.")
    assert "That setting requires the `thinking-binding-controls-2026-08-01` value" in said(found)


@pytest.mark.parametrize("target", [None, Target(betas=[])])
def test_the_header_is_asked_for_where_nothing_needed_it(ledger: Ledger, target: Target | None) -> None:
    assert "That setting requires" in said(check(changed(system="Be brief."), target, ledger=ledger))


def test_the_header_is_not_asked_for_where_the_request_needs_it(ledger: Ledger) -> None:
    setting = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "error"}}
    found = check(changed(system="Be brief.", thinking=setting), ledger=ledger)
    assert "That setting requires" not in said(found)


def test_a_changed_tool_is_named(ledger: Ledger) -> None:
    assert "`tools` list differs" in said(check(changed(tools=[tool(), tool("plot")]), ledger=ledger))


def test_a_deferred_tool_that_nothing_names_is_no_change(ledger: Ledger) -> None:
    assert check(changed(tools=[tool(), tool("plot", defer_loading=True)]), ledger=ledger) == []


def test_the_first_changed_message_is_named(ledger: Ledger) -> None:
    messages = [user("Look it up!"), *SECOND["messages"][1:]]
    assert "`messages.0`" in said(check(changed(messages=messages), ledger=ledger))


def test_a_removed_message_is_named(ledger: Ledger) -> None:
    assert "missing from this request" in said(check(changed(messages=SECOND["messages"][1:]), ledger=ledger))


def test_text_that_is_gone_from_the_turn_is_named(ledger: Ledger) -> None:
    answer = {**ANSWER, "content": [ANSWER["content"][0], *ANSWER["content"][2:]]}
    found = check(changed(messages=[*FIRST["messages"], answer, user(tool_result())]), ledger=ledger)
    assert [finding.path for finding in found] == ["messages.1.content.1"]


def test_a_gap_in_the_chain_is_refused(ledger: Ledger) -> None:
    later = [*SECOND["messages"], assistant(thinking(signature="CCCC"), text("Done.")), user("And?")]
    ledger.record(SECOND, later[3])
    held = copy.deepcopy(later)
    del held[1]["content"][2]
    found = check(changed(messages=held), ledger=ledger)
    assert [finding.path for finding in found] == ["messages.3.content.0"]
    assert "missing or out of order" in said(found)


def test_thinking_removed_from_the_start_is_accepted(ledger: Ledger) -> None:
    later = [*SECOND["messages"], assistant(thinking(signature="CCCC"), text("Done.")), user("And?")]
    ledger.record(SECOND, later[3])
    held = copy.deepcopy(later)
    held[1]["content"] = [block for block in held[1]["content"] if block["type"] != "thinking"]
    assert check(changed(messages=held), ledger=ledger) == []


def test_what_was_made_while_thinking_was_dropped_is_no_link_behind_it(ledger: Ledger) -> None:
    """The server left out a block whose predecessor was gone: what it answered then follows the one before both."""
    third, last = (
        assistant(thinking(signature="CCCC"), text("So.")),
        assistant(thinking(signature="DDDD"), text("Yes.")),
    )
    ledger.record(SECOND, third)
    whole = [*SECOND["messages"], third, user("And?")]
    stripped = copy.deepcopy(whole)
    del stripped[1]["content"][2]
    drops = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    ledger.record({**SECOND, "messages": stripped, "thinking": drops}, last)
    later = [last, user("Good.")]
    found = check({**SECOND, "messages": [*whole, *later]}, ledger=ledger)
    assert [finding.path for finding in found] == ["messages.5.content.0"]
    standing = ledger.standing(Index({**SECOND, "messages": [*stripped, *later]}))
    assert [block.path for block in standing.failing] == [("messages", 3, "content", 0)]


def test_a_block_that_comes_back_is_refused(ledger: Ledger) -> None:
    bare = copy.deepcopy(SECOND)
    bare["messages"][1]["content"] = [b for b in bare["messages"][1]["content"] if b["type"] != "thinking"]
    answer = assistant(thinking(signature="DDDD"), text("Done."))
    ledger.record(bare, answer)
    found = check(changed(messages=[*SECOND["messages"], answer, user("And?")]), ledger=ledger)
    assert [finding.path for finding in found] == ["messages.3.content.0"]


@pytest.mark.parametrize(
    "later",
    [
        changed(max_tokens=9, tool_choice={"type": "auto"}),
        changed(tools=[cached(tool())]),
        changed(system=[text("Be kind.")]),
        changed(messages=[user(cached(text("Look it up."))), *SECOND["messages"][1:]]),
        changed(thinking={"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}, system="x"),
        changed(model="claude-opus-4-8", system="x"),
        changed(messages=[*SECOND["messages"], system("Be brief.")]),
    ],
    ids=["parameters", "mark on a tool", "unsure", "mark and form", "drop block", "model without check", "appended"],
)
def test_what_is_no_sure_edit_is_not_refused(ledger: Ledger, later: dict[str, Any]) -> None:
    assert [f for f in check(later, ledger=ledger) if f.rule == "thinking-bound"] == []


def test_old_accounts_are_not_checked(ledger: Ledger) -> None:
    assert check(changed(system="x"), Target(enforces_prefix=False), ledger=ledger) == []


@pytest.mark.parametrize(
    ("behaviour", "model", "failing"), [("error", MODEL, 2), ("drop_block", MODEL, 0), ("error", "claude-opus-4-8", 0)]
)
def test_old_accounts_are_checked_where_the_request_asks_for_it(
    ledger: Ledger, behaviour: str, model: str, failing: int
) -> None:
    setting = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": behaviour}}
    later = changed(system="x", thinking=setting, model=model)
    found = check(later, Target(enforces_prefix=False), ledger=ledger)
    assert [finding.rule for finding in found] == ["thinking-bound"] * failing


def test_unknown_thinking_is_not_judged(ledger: Ledger) -> None:
    later = request(user("a"), assistant(thinking(signature="ZZZZ"), text("b")), user("c"), model=MODEL)
    assert check(later, ledger=ledger) == []


def test_a_stream_is_recorded_like_its_message(tmp_path: Path) -> None:
    events: list[dict[str, Any]] = [{"type": "message_start", "message": {"content": []}}]
    for at, block in enumerate(ANSWER["content"]):
        bare = {"thinking": {"thinking": "", "signature": ""}, "text": {"text": ""}, "tool_use": {"input": {}}}
        events.append({"type": "content_block_start", "index": at, "content_block": {**block, **bare[block["type"]]}})
        deltas = {
            "thinking": [
                {"type": "thinking_delta", "thinking": "Let me see."},
                {"type": "signature_delta", "signature": block.get("signature")},
            ],
            "text": [{"type": "text_delta", "text": block.get("text")}],
            "tool_use": [
                {"type": "input_json_delta", "partial_json": "{"},
                {"type": "input_json_delta", "partial_json": "}"},
            ],
        }
        events += [{"type": "content_block_delta", "index": at, "delta": delta} for delta in deltas[block["type"]]]
        events.append({"type": "content_block_stop", "index": at})
    sse = b"".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n".encode() for e in events)
    for response in (events, sse, {**ANSWER, "id": "msg_1", "usage": {}}, json.dumps(ANSWER)):
        ledger = Ledger()
        ledger.record(FIRST, response)
        assert len(check(changed(system="x"), ledger=ledger)) == 2
        assert check(SECOND, ledger=ledger) == []


def test_a_ledger_outlives_its_process(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    Ledger(path).record(FIRST, ANSWER)
    assert len(check(changed(system="x"), ledger=Ledger(path))) == 2


def _record(path: Path, number: int) -> None:
    ledger = Ledger(path)
    for at in range(20):
        first = request(user(f"{number} {at}"), model=MODEL)
        ledger.record(first, assistant(thinking(signature=f"S{number}x{at}"), text("ok")))


def test_several_processes_share_one_file(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_record, args=(path, number)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    names = [signature_digest(thinking(signature=f"S{number}x{at}")) for number in range(3) for at in range(20)]
    assert len(SqliteStore(path).entries(names)) == 60


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_what_is_old_or_too_much_is_forgotten(kind: str, tmp_path: Path) -> None:
    now = [0.0]
    make = MemoryStore if kind == "memory" else lambda **limits: SqliteStore(tmp_path / "l.sqlite", **limits)
    ledger = Ledger(make(kept=100, now=lambda: now[0]))
    ledger.record(FIRST, ANSWER)
    now[0] = 50
    assert len(check(changed(system="x"), ledger=ledger)) == 2
    now[0] = 151
    assert check(changed(system="x"), ledger=ledger) == []


def test_no_content_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    ledger = Ledger(path)
    secret = request(user("xyzzy-secret"), model=MODEL, system="plugh-secret")
    ledger.record(secret, assistant(thinking("hidden-thought", "hidden-signature"), text("said-secret")))
    ledger.store.close()  # type: ignore[attr-defined]
    data = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert not any(word in data for word in (b"xyzzy", b"plugh", b"hidden", b"said-secret"))


@pytest.mark.skipif(not VERDICTS.exists(), reason="needs the recordings in ../shared/verdicts")
def test_the_recorded_refusals_are_foreseen_word_for_word() -> None:
    with gzip.open(VERDICTS, "rt", encoding="utf-8", errors="surrogatepass") as lines:
        records = [json.loads(line) for line in lines]
    by_source = {record["source"]: record for record in records}
    refused = [record for record in records if record["needs"] == "history"]
    assert len(refused) == 2
    for record in refused:
        earlier = by_source[record["source"].rpartition("#")[0] + "#0"]
        ledger = Ledger()
        ledger.record(earlier["request"], record["request"]["messages"][1])
        for target in (Target(model=record["model"], betas=record["betas"]), Target(model=record["model"]), None):
            request = {"model": record["model"], **record["request"]}
            assert check(request, target, ledger=ledger)[0].message == record["error_message"]


def test_what_continues_a_thread_shows_no_beginning() -> None:
    """What stands before its thinking is on the server, so nothing is remembered of it and nothing foreseen."""
    ledger = Ledger()
    thread = {"thread": {"type": "continue", "previous_message_id": "msg_1"}}
    opening = user("Hi")
    said = assistant(thinking("", "EqQBCgIYAhIM00000001"), text("Hello."))
    ledger.record(request(user("And?"), model=MODEL, **thread), said)
    whole = request(opening, assistant("One."), user("And?"), said, user("So?"), model=MODEL)
    assert ledger.foresee(whole) == []
    ledger.record(request(opening, assistant("One."), user("And?"), model=MODEL), said)
    assert ledger.foresee(whole) == []
    other = request(said, user("So?"), model=MODEL)
    assert [finding.rule for finding in ledger.foresee(other)] == ["thinking-bound"]
    assert ledger.foresee({**other, **thread}) == []
    assert ledger.standing(Index({**other, **thread})).failing == []


@pytest.mark.parametrize("name", ["acme/secret-profile", "arn:aws:acme:claude-opus-9-9", "acme-claude-sonnet-4-5"])
def test_no_model_is_kept_by_the_name_that_an_account_gave_it(name: str) -> None:
    store = MemoryStore()
    ledger = Ledger(store)
    sent = request(user("Hi"), model=name)
    answer = assistant(thinking("", "EqQBCgIYAhIM00000001"), text("Hello."))
    ledger.record(sent, answer)
    [(_, entry)] = store._entries.values()
    assert "acme" not in entry.model
    later = request(user("Edited"), answer, user("So?"), model=name)
    expected = "sonnet-4-5" not in name
    assert [finding.rule for finding in ledger.foresee(later, Target(model=MODEL))] == ["thinking-bound"] * expected
