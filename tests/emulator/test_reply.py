from typing import Any

import pytest

from sendable.wire.build import tool, tool_result, user
from tests.emulator.calling import body_of, emulator, post
from tests.emulator.dialogue import Dialogue

ALL_BETAS = (
    "advisor-tool-2026-03-01,compact-2026-01-12,mcp-client-2025-11-20,server-side-fallback-2026-07-01,"
    "files-api-2025-04-14"
)
NATIVE = [
    {"type": "web_search_20250305", "name": "web_search"},
    {"type": "web_fetch_20250910", "name": "web_fetch"},
    {"type": "code_execution_20260120", "name": "code_execution"},
    {"type": "advisor_20260301", "name": "advisor", "model": "claude-opus-4-8"},
    {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"},
    tool("plot", defer_loading=True),
]
SERVERS = [{"type": "url", "url": "https://example.com/mcp", "name": "docs"}]
TOOLSET = {"type": "mcp_toolset", "mcp_server_name": "docs"}
MODEL = "claude-opus-4-8"


def talk(script: Any, **fields: Any) -> Dialogue:
    return Dialogue(
        emulator(script),
        MODEL,
        ALL_BETAS,
        **{"tools": [tool(allowed_callers=["direct", "code_execution_20260120"]), *NATIVE], **fields},
    )


def kinds(answer: Any) -> list[str]:
    return [block["type"] for block in answer["content"]]


def test_client_calls_in_parallel_have_ids_of_their_own() -> None:
    dialogue = talk([{"answers": [[{"call": "search"}, {"call": {"name": "search", "input": {"q": 1}}}], "Done."]}])
    first = dialogue.say("Hi")
    assert first["stop_reason"] == "tool_use"
    assert len({block["id"] for block in first["content"]}) == 2
    assert first["content"][1]["input"] == {"q": 1}
    assert dialogue.answer_calls()["content"][0]["text"] == "Done."


@pytest.mark.parametrize(
    "name",
    [
        "web_search", "web_fetch", "code_execution", "bash_code_execution", "text_editor_code_execution", "advisor",
        "tool_search_tool_regex",
    ],
)  # fmt: skip
@pytest.mark.parametrize("result", [None, "plot"])
def test_native_tools_run_to_the_end_and_the_answer_can_be_sent_back(name: str, result: Any) -> None:
    dialogue = talk([{"native": {"name": name, "result": result}}, "Done."])
    answer = dialogue.say("Hi")
    assert (answer["stop_reason"], answer["content"][0]["id"]) == ("end_turn", answer["content"][1]["tool_use_id"])
    dialogue.say("And then?")
    assert ("container" in answer) is ("code_execution" in name)


def test_tools_of_mcp_servers_run_too() -> None:
    script = [{"mcp": {"server": "docs", "name": "lookup", "input": {"q": 1}, "result": "Found."}}, "Done."]
    dialogue = talk(script, tools=[TOOLSET], mcp_servers=SERVERS)
    answer = dialogue.say("Hi")
    assert kinds(answer) == ["mcp_tool_use", "mcp_tool_result", "text"]
    assert answer["content"][1]["content"] == [{"type": "text", "text": "Found."}]
    dialogue.say("And then?")


def test_a_native_call_left_in_flight_is_answered_at_the_start_of_the_next_answer() -> None:
    parts = [{"native": {"name": "web_search", "input": {"query": "x"}, "pending": True}}, {"call": "search"}]
    dialogue = talk([{"answers": [parts, "Done."]}])
    first = dialogue.say("Hi")
    assert (first["stop_reason"], kinds(first)) == ("tool_use", ["server_tool_use", "tool_use"])
    second = dialogue.answer_calls()
    assert kinds(second) == ["web_search_tool_result", "text"]
    assert second["content"][0]["tool_use_id"] == first["content"][0]["id"]
    dialogue.say("And then?")


def test_text_behind_the_results_of_a_turn_in_flight_is_refused_as_the_api_does() -> None:
    parts = [{"native": {"name": "web_search", "input": {"query": "x"}, "pending": True}}, {"call": "search"}]
    dialogue = talk([{"answers": [parts, "Done."]}])
    first = dialogue.say("Hi")
    answer = post(dialogue.to, dialogue.body(user(tool_result(first["content"][1]["id"]), "Hurry.")), betas=ALL_BETAS)
    assert answer.status == 400
    assert "`web_search` tool use with id" in body_of(answer)["error"]["message"]


def test_a_paused_turn_is_continued() -> None:
    pause = {"native": {"name": "web_search", "input": {"query": "x"}, "pending": True}}
    dialogue = talk([{"match": {"when": lambda turn: not turn.continues}, "answer": pause}, {"answer": "Done."}])
    first = dialogue.say("Hi")
    assert first["stop_reason"] == "pause_turn"
    answer = body_of(post(dialogue.to, dialogue.body(), betas=ALL_BETAS))
    assert kinds(answer) == ["web_search_tool_result", "text"]


def test_code_that_calls_tools_names_its_caller_and_a_container() -> None:
    call = {"programmatic": {"code": "await search()", "calls": [{"name": "search", "input": {"q": 1}}]}}
    dialogue = talk([{"answers": [call, "Done."]}])
    first = dialogue.say("Hi")
    assert kinds(first) == ["server_tool_use", "tool_use"]
    caller = {"type": "code_execution_20260120", "tool_id": first["content"][0]["id"]}
    assert first["content"][1]["caller"] == caller
    lost = post(dialogue.to, dialogue.body(user(tool_result(first["content"][1]["id"]))), betas=ALL_BETAS)
    assert "container" in body_of(lost)["error"]["message"]
    dialogue.fields["container"] = first["container"]["id"]
    second = dialogue.answer_calls()
    assert kinds(second) == ["code_execution_tool_result", "text"]
    assert second["container"]["id"] == first["container"]["id"]


def test_a_fallback_block_can_be_sent_back() -> None:
    dialogue = talk([{"fallback": {"from": "claude-fable-5", "to": MODEL, "category": "cyber"}}, "Done."])
    answer = dialogue.say("Hi")
    assert answer["content"][0]["from"] == {"model": "claude-fable-5"}
    dialogue.say("And then?")


def test_a_summary_stops_with_its_own_reason() -> None:
    dialogue = talk({"compaction": "They met."})
    answer = dialogue.say("Hi")
    assert (answer["stop_reason"], answer["content"][0]["content"]) == ("compaction", "They met.")


def test_a_refusal_tells_its_category() -> None:
    answer = talk({"refusal": "cyber"}).say("Hi")
    assert (answer["stop_reason"], answer["content"]) == ("refusal", [])
    assert answer["stop_details"]["category"] == "cyber"
    assert talk({"refusal": True, "text": "I can"}).say("Hi")["stop_details"]["category"] is None


def test_the_stop_reason_and_figures_may_be_given() -> None:
    answer = talk({"text": "One, two", "stop_reason": "max_tokens", "usage": {"output_tokens": 7}}).say("Hi")
    assert (answer["stop_reason"], answer["usage"]["output_tokens"]) == ("max_tokens", 7)
    answer = talk({"text": "One", "stop_reason": "stop_sequence", "stop_sequence": "END"}).say("Hi")
    assert answer["stop_sequence"] == "END"


def test_searches_and_thinking_are_counted() -> None:
    usage = talk([{"thinking": "Hm. " * 50}, {"native": {"name": "web_search", "input": {"query": "x"}}}]).say("Hi")[
        "usage"
    ]
    assert usage["server_tool_use"]["web_search_requests"] == 1
    assert usage["output_tokens"] > usage["output_tokens_details"]["thinking_tokens"] > 0


def test_a_whole_block_is_sent_as_it_is() -> None:
    block = {"type": "text", "text": "Yes.", "citations": [{"type": "char_location", "cited_text": "Yes"}]}
    assert talk([block]).say("Hi")["content"] == [block]


def test_a_prewarming_request_is_answered_with_nothing() -> None:
    answer = body_of(post(emulator(), {"model": MODEL, "max_tokens": 0, "messages": [user("Hi")]}))
    assert (answer["content"], answer["stop_reason"]) == ([], "max_tokens")


def test_a_script_that_fails_is_an_error_of_the_server(capsys: pytest.CaptureFixture[str]) -> None:
    def script(turn: Any) -> Any:
        return {"nothing": "known"} if turn.text == "Hi" else 1 / 0

    to = emulator(script)
    assert post(to, {"model": MODEL, "max_tokens": 9, "messages": [user("Hi")]}).status == 500
    assert post(to, {"model": MODEL, "max_tokens": 9, "messages": [user("secret")]}).status == 500
    told = capsys.readouterr().err
    assert "nothing" in told
    assert "ZeroDivisionError" in told
    assert "secret" not in told
