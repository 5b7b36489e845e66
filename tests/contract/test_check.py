import json

import pytest

from sendable import Target, UnreadableError, UsageError, check, notes, prepare, repair
from sendable.wire.build import assistant, native_call, native_result, request, text, tool_result, tool_use, user
from sendable.wire.index import Index

ORPHAN = request(user("Hi"), assistant("Hello."), user(tool_result()))


def test_accepted_request_has_no_finding() -> None:
    assert check(request(user("Hi"))) == []


def test_bytes_text_values_and_indexes_are_judged_alike() -> None:
    text_of = json.dumps(ORPHAN)
    found = [finding.as_json() for finding in check(ORPHAN)]
    for source in (text_of, text_of.encode(), Index(ORPHAN)):
        assert [finding.as_json() for finding in check(source)] == found


def test_findings_come_in_the_order_in_which_the_api_validates() -> None:
    asked = request(
        user("Hi"),
        assistant(tool_use(arguments="x")),
        user(text("")),
        max_tokens="many",
        stream="yes",
        model="claude-sonnet-5",
    )
    paths = [finding.path for finding in check(asked)]
    fields = [path for path in paths if path in ("max_tokens", "stream") or path.endswith("input")]
    assert fields == ["messages.1.content.0.input", "max_tokens", "stream"]
    assert paths.index("stream") < paths.index("messages.2.content.0") < paths.index("messages.1.content.0")


def test_a_finding_tells_rule_place_text_and_evidence() -> None:
    [finding] = check(ORPHAN)
    assert finding.as_json() == {
        "rule": "tool-result-orphan",
        "path": "messages.2.content.0",
        "message": finding.message,
        "status": 400,
        "type": "invalid_request_error",
        "evidence": finding.evidence,
    }
    assert finding.place == ("messages", 2, "content", 0)
    assert finding.evidence.startswith("measured 2026-08-28")


def test_bedrock_names_its_own_type_of_error() -> None:
    asked = {name: held for name, held in ORPHAN.items() if name != "model"} | {
        "anthropic_version": "bedrock-2023-05-31"
    }
    [finding] = check(asked, Target("bedrock"))
    assert finding.type == "ValidationException"


def test_bare_messages_are_not_judged_by_what_they_do_not_show() -> None:
    assert check([user("Hi")]) == []
    assert [finding.rule for finding in check(ORPHAN["messages"])] == ["tool-result-orphan"]


def test_batches_line_is_judged_by_its_params() -> None:
    assert check({"custom_id": "a", "params": ORPHAN})[0].path == "messages.2.content.0"


def test_what_is_new_is_a_note_and_no_finding() -> None:
    asked = request(user({"type": "hologram", "depth": 3}), thoughtfulness=9)
    assert check(asked) == []
    assert {note.path for note in notes(asked)} >= {"messages.0.content.0"}


@pytest.mark.parametrize("source", [b"", b"{", "5", [1], None, 3.5])
def test_what_is_no_request_is_unreadable(source: object) -> None:
    with pytest.raises(UnreadableError):
        check(source)


def test_model_of_no_known_family_is_a_note() -> None:
    assert [note.path for note in notes(request(user("Hi"), model="gpt-4"))] == ["model"]
    assert [note.path for note in notes(request(user("Hi")), Target(model="gpt-4"))] == ["model"]
    assert notes(request(user("Hi")), Target(model="us.anthropic.claude-opus-4-8-v1:0")) == notes([user("Hi")]) == []


def test_target_that_is_none_is_refused() -> None:
    for call in (check, notes, repair, prepare):
        with pytest.raises(UsageError, match="a target is a Target"):
            call(request(user("Hi")), "api")  # type: ignore[operator]


def test_evidence_is_for_the_finding_and_not_for_what_is_accepted() -> None:
    body = request(user("Hi"), temperature=-1) | {"stream": None}
    found = {finding.path: finding.evidence.partition(" ")[0] for finding in check(body)}
    assert found == {"temperature": "recorded", "stream": "documented"}
    [repeat] = check(request(user("Hi"), assistant(tool_use(), tool_use(input={"a": 1})), user(tool_result())))
    assert repeat.evidence.startswith("reported ")


def test_what_stands_in_the_place_of_a_name_is_told_by_its_kind() -> None:
    held = {"type": {"text": "secret"}, "text": "secret"}
    call = {**native_call(), "id": ["secret"], "name": {"a": "secret"}}
    result = {**native_result(), "tool_use_id": {"a": "secret"}}
    found = check(request(user(held), assistant(call, result), user("a")))
    assert found
    assert not any("secret" in finding.message for finding in found)
