from sendable import check
from sendable.emulator.kept_threads import Threads
from sendable.emulator.server import serving
from sendable.wire.build import assistant, tool, tool_result, user
from tests.emulator.calling import body_of, client_at, emulator, post, said

BETA = "message-threads-2026-08-12"
FIELDS = {"model": "claude-opus-5-5", "max_tokens": 2048, "system": "Be brief."}


def first() -> dict[str, object]:
    return {**FIELDS, "messages": [user("Hi")], "thread": {"type": "create"}}


def later(previous: str, **changed: object) -> dict[str, object]:
    fields = {name: value for name, value in FIELDS.items() if name != "system"}
    thread = {"type": "continue", "previous_message_id": previous}
    return {**fields, "messages": [user("And?")], "thread": thread, **changed}


def test_a_request_goes_on_from_what_is_held() -> None:
    to = emulator()
    told = body_of(post(to, first(), betas=BETA))
    answer = post(to, later(told["id"]), betas=BETA)
    assert answer.status == 200, answer.body
    assert to.requests[-1]["messages"] == [user("Hi"), assistant(*told["content"]), user("And?")]
    assert to.requests[-1]["system"] == "Be brief."
    assert post(to, later(body_of(answer)["id"], messages=[user("So?")]), betas=BETA).status == 200


def code_of(answer: object) -> str:
    return str(body_of(answer)["error"]["details"]["error_code"])  # type: ignore[arg-type]


def test_what_is_not_held_or_went_on_or_changed_is_refused_with_its_code() -> None:
    to = emulator()
    told = body_of(post(to, first(), betas=BETA))
    missing = post(to, later("msg_1"), betas=BETA)
    assert (missing.status, code_of(missing)) == (404, "thread_not_found")
    changed = post(to, later(told["id"], system="Be long."), betas=BETA)
    assert (changed.status, code_of(changed)) == (400, "thread_fingerprint_mismatch")
    assert post(to, later(told["id"]), betas=BETA).status == 200
    again = post(to, later(told["id"]), betas=BETA)
    assert (again.status, code_of(again)) == (400, "thread_already_continued")


def test_a_refused_continuation_may_be_sent_again() -> None:
    to = emulator()
    told = body_of(post(to, first(), betas=BETA))
    assert post(to, later(told["id"], messages=[user("")]), betas=BETA).status == 400
    assert post(to, later(told["id"]), betas=BETA).status == 200


def test_the_beta_is_needed() -> None:
    assert said(post(emulator(), later("msg_1"))) == "thread: Extra inputs are not permitted"


def test_a_client_whose_thread_was_lost_sends_the_whole_again() -> None:
    with serving() as server, client_at(server.base_url) as client:
        thread = client.beta.messages.thread(model="claude-opus-5-5", max_tokens=2048)
        first_answer = thread.send(user("Hi"))  # type: ignore[list-item]
        server.emulator.threads = Threads()
        assert thread.send(user("And?")).stop_reason == "end_turn"  # type: ignore[list-item]
        assert [refused.message for refused in server.emulator.rejections] == [f"Thread not found: {first_answer.id}"]
        assert len(server.emulator.requests[-1]["messages"]) == 3
        assert thread.send(user("So?")).stop_reason == "end_turn"  # type: ignore[list-item]
        assert len(server.emulator.requests[-1]["messages"]) == 5


def test_what_a_thread_hides_is_judged_with_what_is_held() -> None:
    """Results answer the calls that are held, a choice names a tool that is held."""
    to = emulator([{"answers": [{"call": "search"}, "Sunny."]}])
    sonnet = {"model": "claude-sonnet-4-5"}
    told = body_of(post(to, {**first(), **sonnet, "tools": [tool()]}, betas=BETA))
    called = next(block["id"] for block in told["content"] if block["type"] == "tool_use")
    choice = {**sonnet, "tool_choice": {"type": "tool", "name": "search"}}
    stray = post(to, later(told["id"], messages=[user(tool_result("toolu_gone"))], **choice), betas=BETA)
    assert "`tool_use` ids were found without `tool_result` blocks" in said(stray)
    unknown = {**sonnet, "tool_choice": {"type": "tool", "name": "gone"}}
    right = [user(tool_result(called))]
    assert said(post(to, later(told["id"], messages=right, **unknown), betas=BETA)) == (
        "Tool 'gone' not found in provided tools"
    )
    body = later(told["id"], messages=right, **choice)
    assert check(body) == []
    assert post(to, body, betas=BETA).status == 200
