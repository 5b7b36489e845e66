from typing import Any

import pytest

from sendable import Target, prepare
from sendable.conversation import Lost, NativeCall, NativeResult
from sendable.sources.langchain import load
from sendable.sources.langchain_hosted import hosted_parts

CODE = {"type": "code_interpreter_call", "id": "ci_1", "code": "1+1", "outputs": [{"type": "logs", "logs": "2"}]}
DRAWN = {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": "eA=="}
RUN = {"type": "executable_code", "executable_code": "1+1", "language": "PYTHON", "id": "x"}
RAN = {"type": "code_execution_result", "code_execution_result": "2", "tool_call_id": "x"}


def history(provider: str, *blocks: Any) -> list[dict[str, Any]]:
    beside = {"additional_kwargs": {}, "response_metadata": {"model_provider": provider}}
    return [
        {"type": "human", "content": "q", **beside},
        {"type": "ai", "content": [*blocks, {"type": "text", "text": "It is 2"}], **beside},
        {"type": "human", "content": "n", **beside},
    ]


def test_what_openai_ran_is_a_call_and_a_result() -> None:
    lost: list[Lost] = []
    assert hosted_parts(CODE, "openai", "0", lost) == [
        NativeCall(provider="openai", id="ci_1", tool="code_interpreter", arguments={"code": "1+1"}),
        NativeResult(
            provider="openai", call_id="ci_1", tool="code_interpreter", content=[{"type": "logs", "logs": "2"}]
        ),
    ]
    assert lost == []


def test_a_drawn_picture_is_named_in_lost() -> None:
    lost: list[Lost] = []
    assert hosted_parts(DRAWN, "openai", "0", lost)
    assert lost == [Lost("0.result", "a picture that the model drew")]


def test_what_google_ran_is_a_call_and_a_result() -> None:
    call, result = (hosted_parts(one, "google_genai", "0", []) for one in (RUN, RAN))
    given = {"code": "1+1", "language": "PYTHON"}
    assert call == [NativeCall(provider="google_genai", id="x", tool="code_execution", arguments=given, block=RUN)]
    assert result == [NativeResult(provider="google_genai", call_id="x", tool="code_execution", content="2", block=RAN)]


def test_kinds_of_other_providers_are_told_by_their_ending() -> None:
    call = {"type": "browse_call", "id": "1", "url": "u"}
    result = {"type": "browse_result", "call_id": "1", "output": "page"}
    assert hosted_parts(call, "xai", "0", []) == [
        NativeCall(provider="xai", id="1", tool="browse", arguments={"url": "u"}, block=call)
    ]
    assert hosted_parts(result, "xai", "0", []) == [
        NativeResult(provider="xai", call_id="1", tool="browse", content="page", block=result)
    ]
    assert hosted_parts({"type": "brand_new"}, "xai", "0", []) is None


@pytest.mark.parametrize(
    ("provider", "blocks"), [("openai", [CODE]), ("openai", [DRAWN]), ("google_genai", [RUN, RAN])], ids=str
)
def test_they_are_told_as_text_where_they_stood(provider: str, blocks: list[Any]) -> None:
    done = prepare(load(history(provider, *blocks)), Target(model="claude-sonnet-4-5"))
    texts = [block["text"] for block in done.request["messages"][1]["content"]]
    assert texts[0].startswith("[Called ")
    assert texts[-1] == "It is 2"
    assert len(texts) == 3
