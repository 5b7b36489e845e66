import asyncio
import copy
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable import Target, UnreadableError, check
from sendable.conversation import Conversation, dumps, loads
from sendable.prepare import prepare
from sendable.render import render
from sendable.sources.load import format_of, load
from tests.shapes.pydantic_ai import (
    FOUND,
    SHAPES,
    binary,
    call,
    lib,
    mcp_call,
    native,
    native_return,
    part,
    request,
    response,
    result,
    said,
    stored,
    text_part,
    tool_search,
    user,
)

Json = dict[str, Any]
TARGET = Target(model="claude-sonnet-4-5")


def everything() -> list[Any]:
    """A history with all that the library's Anthropic model sends as it stands."""
    messages = lib()
    web = {"type": "web_search_result_location", "url": "https://example.com/rome", "title": "Rome"}
    cited = text_part("A city.")
    cited.provider_name = "anthropic"
    cited.provider_details = {"citations": [{**web, "cited_text": "city", "encrypted_index": "eA=="}]}
    anchor = messages.ContentCitationAnchor(start=0, end=7)
    cited.citations = [messages.Citation([messages.WebCitationSource("https://example.com/rome")], anchor=anchor)]
    opening = request(
        part("SystemPromptPart", "Be kind."),
        part("SystemPromptPart", "Be brief."),
        part(
            "UserPromptPart",
            [
                "Look",
                part("ImageUrl", "https://example.com/a.png"),
                binary("png-red-64x64", "image/png"),
                part("CachePoint", ttl="1h"),
                part("DocumentUrl", "https://example.com/a.pdf"),
                binary("pdf-1-page", "application/pdf"),
                part("BinaryContent", "Grüße".encode(), media_type="text/plain"),
                part("TextContent", "and this", metadata={"a": 1}),
                part("UploadedFile", "file_a", "anthropic", media_type="application/pdf"),
                part("UploadedFile", "file_b", "anthropic", media_type="image/png"),
            ],
        ),
    )
    code = {"type": "bash_code_execution_result", "stdout": "1", "stderr": "", "return_code": 0, "content": []}
    caller = {"anthropic_caller": {"type": "code_execution_20260120", "tool_id": "srvtoolu_c"}}
    bash = {"anthropic_tool_name": "bash_code_execution"}
    found: Json = {"discovered_tools": []}
    searched = messages.NativeToolSearchReturnPart(content=found, tool_call_id="srvtoolu_1", provider_name="anthropic")
    page = {"type": "web_fetch_tool_result_error", "error_code": "url_not_accessible"}
    mcp = {"content": [{"type": "text", "text": "here", "citations": None}], "is_error": False}
    answer = response(
        part("ThinkingPart", "They want to know.", signature="c2ln", provider_name="anthropic"),
        part("ThinkingPart", "", id="redacted_thinking", signature="ZGF0YQ==", provider_name="anthropic"),
        native(call_id="srvtoolu_w", provider_details=caller),
        native_return(FOUND, call_id="srvtoolu_w", provider_details=caller),
        cited,
        native("web_fetch", {"url": "https://example.com"}, "srvtoolu_f"),
        native_return(page, "web_fetch", "srvtoolu_f"),
        native("code_execution", {"command": "echo 1"}, "srvtoolu_b", provider_details=bash),
        native_return(code, "code_execution", "srvtoolu_b", provider_details=bash),
        tool_search(),
        searched,
        mcp_call(),
        native_return(mcp, "mcp_server:maps", "mcptoolu_1"),
        call(args='{"city":"Rome"}'),
        call("toolu_b", args={}),
        call("toolu_c"),
        call("toolu_d"),
        call("toolu_e"),
    )
    content = [
        "Two files",
        binary("png-red-64x64", "image/png"),
        {"n": 1},
        part("ImageUrl", "https://example.com/b.png"),
    ]
    answers = request(
        result(content),
        result({"a": [1, None, "é"]}, "toolu_b", outcome="failed"),
        result([{"type": "missing", "loc": ["city"], "msg": "Field required"}], "toolu_c", outcome="retried"),
        result("Not allowed", "toolu_d", outcome="denied"),
        result([], "toolu_e"),
        part("UserPromptPart", "And now?"),
    )
    compaction = part("CompactionPart", "They met.", provider_name="anthropic", provider_details={"signature": "x"})
    return [opening, answer, answers, said("It is sunny."), user("Thanks"), response(compaction, text_part("Hi"))]


def mapped(messages: list[Any]) -> tuple[Any, list[Any]]:
    """The system prompt and the messages that the library's own Anthropic model makes."""
    anthropic = pytest.importorskip("pydantic_ai.models.anthropic")
    models = pytest.importorskip("pydantic_ai.models")
    providers = pytest.importorskip("pydantic_ai.providers.anthropic")
    model = anthropic.AnthropicModel("claude-sonnet-4-5", provider=providers.AnthropicProvider(api_key="none"))
    parameters = models.ModelRequestParameters()
    prepared = model.prepare_messages(messages, parameters)
    system, wire = asyncio.run(model._map_message(prepared, parameters, {"framing_announcement": "never"}))
    return system, wire


def as_blocks(messages: list[Any]) -> list[Any]:
    held = json.loads(json.dumps(messages))
    for message in held:
        if isinstance(message["content"], str):
            message["content"] = [{"type": "text", "text": message["content"]}]
        for block in message["content"]:
            if block["type"] == "tool_result" and isinstance(block["content"], str) and block["content"]:
                block["content"] = [{"type": "text", "text": block["content"]}]
    return list(held)


def test_both_forms_are_told_and_give_the_same() -> None:
    history = everything()
    assert format_of(history) == format_of(stored(history)) == "pydantic-ai"
    conversation = load(stored(history))
    assert conversation == load(history)
    assert loads(dumps(conversation)) == conversation
    assert conversation.lost == []


def test_request_is_the_one_that_the_library_itself_would_send() -> None:
    history = everything()[:-1]
    assert as_blocks(render(load(stored(history)), TARGET)["messages"]) == as_blocks(mapped(history)[1])


def test_feedback_is_worded_as_the_library_words_it() -> None:
    retry = pytest.importorskip("pydantic_ai.messages").RetryInfo
    errors = [{"type": "missing", "loc": ("city",), "msg": "Field required", "input": {"a": "ü"}}] * 2
    history = [
        user("Hi"),
        said("no"),
        request(part("RetryFeedbackPart", errors, retry=retry(cause="validation_error"))),
        said("no"),
        request(part("RetryFeedbackPart", "Say it in French.", retry=retry(cause="model_retry"))),
        said("no"),
        request(part("CompactionPart", "They met.")),
    ]
    assert as_blocks(render(load(history), TARGET)["messages"]) == as_blocks(mapped(history)[1])


def test_compaction_goes_back_as_it_is() -> None:
    block = render(load(everything()), TARGET)["messages"][-1]["content"][0]
    assert block == {"type": "compaction", "content": "They met.", "signature": "x"}


def test_history_ends_accepted() -> None:
    history = everything()[:1] + everything()[2:4]
    assert prepare(history, TARGET).remaining == []


def test_opening_prompts_and_last_instructions_are_the_system_prompt() -> None:
    opening = request(
        part("SystemPromptPart", "Be kind."), part("SystemPromptPart", "Be brief."), part("UserPromptPart", "Hi")
    )
    assert render(load([opening]), TARGET)["system"] == "Be kind.\n\nBe brief."
    last = user("More")
    last.instructions = "Speak French."
    texts = [block["text"] for block in render(load([opening, said("Yes"), last]), TARGET)["system"]]
    assert texts == ["Be kind.\n\nBe brief.", "Speak French."]
    answered = [opening, last, response(call()), request(result("x"))]
    assert render(load(answered), TARGET)["system"][1]["text"] == "Speak French."
    assert render(load([opening, last, said("Yes"), user("New")]), TARGET)["system"] == "Be kind.\n\nBe brief."


def test_later_system_prompts_follow_their_request() -> None:
    scoped = part("SystemPromptPart", "Two turns left.", scope="request")
    later = request(part("SystemPromptPart", "Be brief."), part("UserPromptPart", "Go on"), scoped)
    roles = [(one.role, one.extra) for one in load([user("Hi"), said("Yes"), later]).messages[2:]]
    assert roles == [("user", {}), ("system", {}), ("system", {"clear_at": "next_user_message"})]


def test_statements_with_an_id_are_framed_and_replace_each_other() -> None:
    def stating(text: str) -> Any:
        return part("SystemPromptPart", text, context_id="system_prompt:<time>")

    opening = request(stating("Noon"), part("UserPromptPart", "Hi"))
    history = [opening, said("Yes"), request(stating(""), part("UserPromptPart", "And now?"))]
    system, _ = mapped(history)
    told = render(load(history), TARGET)
    assert told["system"] in system
    assert told["system"].startswith('<pyai:context id="system_prompt:&lt;time&gt;">\nNoon\n</pyai:context>\nA later')
    assert load(history).messages[-1].parts[0].text.endswith("withdrawn.\n</pyai:context>")  # type: ignore[union-attr]


def test_changed_instructions_are_stated_until_they_are_recorded_anew() -> None:
    delta = part("InstructionDeltaPart", id=None, content="Be brief.")
    baseline = part("InstructionBaselinePart", instructions=[])
    before = [user("Hi"), said("Yes"), request(delta, part("UserPromptPart", "Go on"))]
    assert load(before).messages[-1].parts[0].text == "<pyai:context>\nBe brief.\n</pyai:context>"  # type: ignore[union-attr]
    after = [*before, said("Yes"), request(baseline, part("UserPromptPart", "More"))]
    assert [one.role for one in load(after).messages] == ["user", "assistant", "user", "assistant", "user"]


def test_container_goes_along_with_code() -> None:
    ran = response(native("code_execution", {"code": "1"}, "srvtoolu_c"))
    ran.provider_details = {"container_id": "container_1"}
    idle = said("Yes")
    idle.provider_details = {"container_id": "container_1"}
    assert load([user("Hi"), ran]).settings == {"container": "container_1"}
    assert load([user("Hi"), idle]).settings == {}


def test_results_of_a_run_are_taken() -> None:
    ai = pytest.importorskip("pydantic_ai")
    models = pytest.importorskip("pydantic_ai.models.test")
    done = asyncio.run(ai.Agent(models.TestModel(custom_output_text="Hello")).run("Hi"))
    assert format_of(done) == "pydantic-ai"
    assert [one.role for one in load(done).messages] == ["user", "assistant"]


def test_lines_of_messages_are_taken() -> None:
    lines = stored([user("Hi")])[1:-1] + b"\n" + stored([said("Hello")])[1:-1] + b"\n"
    assert format_of(lines) == "pydantic-ai"
    assert load(lines) == load([user("Hi"), said("Hello")])


@pytest.mark.parametrize("data", [{"kind": "request"}, 3, "x", [], [1], [{"role": "user", "content": "Hi"}], [{}]])
def test_other_data_are_not_taken_for_it(data: Any) -> None:
    assert format_of(data if not isinstance(data, str) else b'["x"]') != "pydantic-ai"


def test_what_is_no_list_is_unreadable() -> None:
    with pytest.raises(UnreadableError, match="a list of messages"):
        load({"kind": "request"}, "pydantic-ai")


def test_too_deep_content_is_unreadable() -> None:
    deep: Any = "x"
    for _ in range(100_000):
        deep = [deep]
    held = [{"kind": "request", "parts": [{"part_kind": "tool-return", "content": [deep], "tool_call_id": "a"}]}]
    with pytest.raises(UnreadableError, match="deeply"):
        load(held, "pydantic-ai")


ODD: list[Any] = [
    None,
    0,
    True,
    "",
    "x",
    [],
    [None],
    {},
    {"kind": {}},
    {"type": []},
    [{"kind": "binary"}],
    1.5,
    [["x"]],
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [one for key, item in items for one in places(item, (*path, key))]


def damaged(history: list[Any], faults: list[tuple[int, Any]]) -> list[Any]:
    """The history with odd values put in anywhere, one after the other."""
    held = copy.deepcopy(history)
    for number, value in faults:
        every = places(held)
        path = every[number % len(every)]
        spot = held
        for step in path[:-1]:
            spot = spot[step]
        spot[path[-1]] = copy.deepcopy(value)
    return held


FAULTS = st.lists(st.tuples(st.integers(0, 10_000), st.sampled_from(ODD)), min_size=1, max_size=4)


@given(FAULTS)
def test_damage_in_any_field_is_survived(faults: list[tuple[int, Any]]) -> None:
    assert isinstance(load(damaged(all_of_them(), faults), "pydantic-ai"), Conversation)


@cache
def all_of_them() -> list[Any]:
    shapes = [one for name in SHAPES for one in SHAPES[name]()[0] if not isinstance(one, dict)]
    return list(json.loads(stored([*everything(), *shapes])))


@pytest.mark.parametrize("value", ODD, ids=str)
def test_odd_entries_are_lost_and_said(value: Any) -> None:
    conversation = load(
        [value, {"kind": "request", "parts": [value, {"part_kind": "user-prompt", "content": "Hi"}]}], "pydantic-ai"
    )
    assert [one.path for one in conversation.lost] == ["0", "1.parts.0"]
    assert check(render(conversation, TARGET), TARGET) == []
