import warnings
from typing import Any

import pytest

from sendable import Target
from sendable.conversation import Lost, RedactedThinking, Text, Thinking, ToolCall, ToolResult
from sendable.errors import UnsupportedContentBlockError
from sendable.prepare import prepare
from sendable.sources.load import load
from tests.shapes.pydantic_ai import call, lib, part, request, response, result, stored, text_part, user

TARGET = Target(model="claude-sonnet-4-5")


def one_part(message: Any) -> Any:
    (held,) = load([message]).messages
    (found,) = held.parts
    return found


@pytest.mark.parametrize(
    ("outcome", "is_error"),
    [("success", False), ("failed", True), ("retried", True), ("denied", False), ("interrupted", False)],
)
def test_outcome_is_an_error_where_the_library_says_so(outcome: str, is_error: bool) -> None:
    assert (outcome in lib().ERROR_OUTCOMES) == is_error
    assert one_part(request(result("x", outcome=outcome))).is_error is is_error


def test_results_alone_are_a_message_of_tools() -> None:
    held = load([request(result("x"), result("y", "toolu_b")), request(result("z"), part("UserPromptPart", "Hi"))])
    assert [one.role for one in held.messages] == ["tool", "user"]
    assert held.messages[0].parts[0] == ToolResult(
        call_id="toolu_a", parts=[Text(text="x")], bare=True, is_error=False, name="weather"
    )


def test_retry_prompts_of_old_releases_mean_what_they_meant() -> None:
    errors = [{"type": "missing", "loc": ("city",), "msg": "Field required", "input": {}, "ctx": {"secret": 1}}]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        answered = request(part("RetryPromptPart", errors, tool_name="weather", tool_call_id="toolu_a"))
        asked = request(part("RetryPromptPart", "Say it in French."))
        history = [user("Hi"), response(call()), answered, asked]
        stored_form = stored(history)
    held = load(stored_form)
    migrated = load(stored(lib().ModelMessagesTypeAdapter.validate_json(stored_form)))
    assert held == migrated
    assert held.messages[2].parts[0].is_error  # type: ignore[union-attr]
    assert "secret" not in str(held)


def test_arguments_are_objects_or_the_text_they_are() -> None:
    held = load([response(call(args='{"a": 1}'), call(args='{"a'), call(args=""))]).messages[0].parts
    assert [one.arguments for one in held if isinstance(one, ToolCall)] == [{"a": 1}, '{"a', {}]


def test_thinking_keeps_signature_provider_and_model() -> None:
    thought = part("ThinkingPart", "Hm.", signature="c2ln", provider_name="openai")
    model = "claude-sonnet-4-5"
    assert one_part(response(thought)) == Thinking(text="Hm.", signature="c2ln", provider="openai", model=model)
    hidden = part("ThinkingPart", "", id="redacted_content", signature="ZGF0YQ==", provider_name="anthropic")
    assert one_part(response(hidden)) == RedactedThinking(data="ZGF0YQ==", provider="anthropic", model=model)
    assert one_part(response(part("ThinkingPart", "Hm."))).provider is None


def test_citations_of_changed_text_stay_behind() -> None:
    raw = {"type": "web_search_result_location", "cited_text": "a", "url": "u", "title": None, "encrypted_index": "x"}
    citation = {"sources": [{"kind": "web", "url": "u"}], "anchor": {"start": 0, "end": 2, "kind": "content"}}
    details = {"citations": [raw, {"type": "char_location"}, 3]}
    held = {"part_kind": "text", "provider_name": "anthropic", "citations": [citation], "provider_details": details}

    def extra(content: str, **fields: Any) -> Any:
        return one_part({"kind": "response", "parts": [{**held, "content": content, **fields}]}).extra

    assert extra("Hi") == {"citations": [raw]}
    assert extra("Hi!") == {}
    assert extra("Hi", provider_name="openai") == {}
    assert extra("Hi", citations=None) == {}


def test_file_of_a_model_raises_or_is_left_out() -> None:
    made = response(text_part("Here"), lib().FilePart(part("BinaryImage", b"x", media_type="image/png")))
    with pytest.raises(UnsupportedContentBlockError, match="not assistant messages"):
        prepare([user("Draw"), made, user("Thanks")], TARGET)
    left = load([user("Draw"), made, user("Thanks")], "pydantic-ai", drop_files=True)
    assert left.lost == [Lost("1.parts.1", "a file that a model made")]
    assert prepare(left, TARGET).remaining == []


def test_speech_is_its_transcript() -> None:
    sound = part("BinaryContent", b"x", media_type="audio/wav")
    heard = request(part("SpeechPart", speaker="user", transcript="Hi", audio=sound))
    spoken = response(part("SpeechPart", speaker="assistant", transcript="Hello", interrupted_at_ms=40))
    silent = response(part("SpeechPart", speaker="assistant", audio=sound))
    held = load([heard, spoken, silent])
    assert [one.parts for one in held.messages] == [[Text(text="Hi")], [Text(text="Hello\n[Interrupted after 40 ms]")]]
    assert [one.path for one in held.lost] == ["0.parts.0", "2.parts.0", "2.parts.0"]
    with pytest.raises(UnsupportedContentBlockError, match="audio"):
        prepare([request(part("SpeechPart", speaker="user", audio=sound))], TARGET)


def test_compaction_of_others_is_lost() -> None:
    held = load([response(part("CompactionPart", None, provider_name="openai", id="c", provider_details={"a": 1}))])
    assert (held.messages, [one.path for one in held.lost]) == ([], ["0.parts.0"])


@pytest.mark.parametrize(
    ("made", "lost"),
    [
        (lambda: part("ToolAvailabilityDeltaPart", tools_added=["a"]), 1),
        (lambda: part("ModelSettingsDeltaPart", settings={"thinking": "high"}), 1),
        (lambda: part("CapabilityLoadDeltaPart", loaded=["a"]), 0),
        (lambda: part("InstructionBaselinePart", instructions=[]), 0),
    ],
)
def test_changes_without_words_are_said_where_they_matter(made: Any, lost: int) -> None:
    held = load([request(made(), part("UserPromptPart", "Hi"))])
    assert (len(held.messages), len(held.lost)) == (1, lost)


def test_missing_id_of_a_call_is_made_of_its_place() -> None:
    held = [
        {
            "kind": "response",
            "parts": [{"part_kind": "text", "content": "a"}, {"part_kind": "tool-call", "tool_name": "f"}],
        }
    ]
    assert load(held).messages[0].parts[1] == ToolCall(id="call_0_1", name="f")


@pytest.mark.parametrize(
    ("kind", "held"),
    [
        ("request", {"part_kind": "new"}),
        ("request", {"part_kind": "user-prompt", "content": 3}),
        ("request", {"part_kind": "text", "content": "x"}),
        ("response", {"part_kind": "text"}),
        ("response", {"part_kind": "tool-call"}),
        ("response", {"part_kind": "user-prompt", "content": "x"}),
    ],
)
def test_what_has_no_part_is_lost_and_said(kind: str, held: Any) -> None:
    assert [one.path for one in load([{"kind": kind, "parts": [held]}]).lost] == ["0.parts.0"]


def test_unknown_item_of_a_prompt_is_lost_and_said() -> None:
    held = {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": ["Hi", {"kind": "new"}]}]}
    assert load([held]).lost == [Lost("0.parts.0.content.1", "an item of a kind that is not known here")]
