from sendable.repair.callers import make_direct
from sendable.repair.options import Options
from sendable.repair.repair import repair
from sendable.wire.build import assistant, native_call, native_result, request, text, tool_result, tool_use, user
from tests.repair.drafts import Loss, block_at, draft_of, settled, told

CALLER = {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}
OTHER = {"type": "code_execution_20260120", "tool_id": "srvtoolu_2"}
ASKED = request(
    user("a"),
    assistant(native_call("code_execution"), tool_use("toolu_1", caller=CALLER), tool_use("toolu_2", caller=OTHER)),
    user(tool_result("toolu_1"), tool_result("toolu_2")),
)


def test_calls_of_code_that_is_gone_become_direct() -> None:
    draft = draft_of(ASKED)
    make_direct(draft, [block_at(draft, 1, 0)], "some-rule")
    calls = settled(draft)["messages"][1]["content"][1:]
    assert calls == [tool_use("toolu_1"), tool_use("toolu_2", caller=OTHER)]
    assert told(draft) == [("some-rule", "messages.1.content.1", "demotes")]


def test_nothing_gone_changes_nothing() -> None:
    draft = draft_of(ASKED)
    make_direct(draft, [], "some-rule")
    assert settled(draft) is ASKED


def test_callers_stay_where_nothing_may_be_demoted() -> None:
    draft = draft_of(ASKED, options=Options(max_loss=Loss.KEEPS))
    make_direct(draft, [block_at(draft, 1, 0)], "some-rule")
    assert settled(draft) is ASKED


def test_call_of_another_turn_keeps_its_caller_though_the_id_comes_again() -> None:
    by_code = {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}
    code = native_call("code_execution")
    ran = {"type": "code_execution_result", "stdout": "", "stderr": "", "return_code": 0, "content": []}
    result = native_result("code_execution", content=ran)
    done = (assistant(code, tool_use(caller=by_code)), user(tool_result()), assistant(result))
    held = request(user("a"), *done, user("b"), assistant(code, "c"), user("d"))
    messages = repair(held).request["messages"]
    assert messages[1]["content"][1]["caller"] == by_code
    assert messages[5]["content"] == [text("c")]
