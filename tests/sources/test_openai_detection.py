"""No history of another library is taken for one of OpenAI's, and none of OpenAI's for the other kind."""

import importlib
import pkgutil
from typing import Any

import pytest

import tests.shapes
from sendable.errors import UnreadableError
from sendable.sources import openai_chat, openai_responses
from sendable.sources.load import load
from sendable.sources.stored import stored

FORMATS = {"openai_chat": openai_chat, "openai_responses": openai_responses}
FOUND = [found.name for found in pkgutil.iter_modules(tests.shapes.__path__)]
LIBRARIES = [name for name in FOUND if hasattr(importlib.import_module(f"tests.shapes.{name}"), "SHAPES")]
HELD = [(name, shape) for name in LIBRARIES for shape in importlib.import_module(f"tests.shapes.{name}").SHAPES]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(("library", "shape"), HELD)
def test_each_shape_is_found_by_its_own_source_alone(library: str, shape: str, form: str) -> None:
    module = importlib.import_module(f"tests.shapes.{library}")
    data, _ = module.SHAPES[shape]()
    forms = [data, module.stored(data)] if hasattr(module, "stored") else [data]
    assert [FORMATS[form].detect(stored(one)) for one in forms] == [library == form] * len(forms)


def test_a_whole_answer_is_its_message() -> None:
    said = {"role": "assistant", "content": "x", "refusal": None}
    answer: dict[str, Any] = {"object": "chat.completion", "id": "1", "choices": [{"index": 0, "message": said}]}
    held: list[Any] = [answer, [{"role": "user", "content": "q"}, answer]]
    assert [len(load(one).messages) for one in held] == [1, 2]
    with pytest.raises(UnreadableError):
        load({**answer, "choices": [*answer["choices"], *answer["choices"]]})


def test_a_whole_answer_of_the_library_is_its_message() -> None:
    chat = pytest.importorskip("openai.types.chat")
    said = {"role": "assistant", "content": "x"}
    answer = chat.ChatCompletion.model_validate(
        {
            "object": "chat.completion",
            "id": "1",
            "created": 1,
            "model": "gpt",
            "choices": [{"index": 0, "finish_reason": "stop", "message": said}],
        }
    )
    assert [len(load(one).messages) for one in (answer, [{"role": "user", "content": "q"}, answer])] == [1, 2]
