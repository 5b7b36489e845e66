import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sendable import errors
from sendable.conversation import Conversation, dumps, loads
from sendable.render import Style, render
from sendable.targets import Target
from tests.test_cases import CASES, with_media

FILES = sorted((CASES / "render").glob("*.json"))
SCHEMA = json.loads((CASES / "render.schema.json").read_text(encoding="utf-8"))

each_case = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@cache
def case_in(file: Path) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return {**case, **{part: with_media(case[part]) for part in ("conversation", "rendered") if part in case}}


def conversation_in(file: Path) -> Conversation:
    return loads(json.dumps(case_in(file)["conversation"]))


def rendered(file: Path) -> dict[str, Any]:
    case = case_in(file)
    target, style = Target(**case.get("target", {})), Style(**case.get("style", {}))
    return render(conversation_in(file), target, fields=case.get("fields"), style=style)


def in_both_places(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The errors of the two cases of this name: in a user message, and in a result."""
    files = (CASES / "render" / f"{name}-in-a-{place}.json" for place in ("user-message", "result"))
    in_message, in_result = (case_in(file)["error"] for file in files)
    return in_message, in_result


@each_case
def test_file_fits_the_schema(file: Path) -> None:
    jsonschema.validate(json.loads(file.read_text(encoding="utf-8")), SCHEMA)


@each_case
def test_rendering_is_exact_to_the_byte(file: Path) -> None:
    case = case_in(file)
    if "error" in case:
        kind = getattr(errors, case["error"]["kind"])
        with pytest.raises(kind) as caught:
            rendered(file)
        assert type(caught.value) is kind
        assert str(caught.value) == case["error"]["message"]
        assert getattr(caught.value, "path", "") == case["error"]["path"]
    else:
        assert json.dumps(rendered(file)) == json.dumps(case["rendered"])


@each_case
def test_conversation_is_left_as_it_was(file: Path) -> None:
    conversation = conversation_in(file)
    before = dumps(conversation)
    case = case_in(file)
    if "rendered" in case:
        render(conversation, Target(**case.get("target", {})), fields=case.get("fields"))
    assert dumps(conversation) == before


UNSUPPORTED = sorted(
    file.stem.removesuffix("-in-a-result")
    for file in FILES
    if file.stem.endswith("-in-a-result") and "error" in case_in(file)
)


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_unsupported_content_is_refused_in_a_result_with_the_words_of_a_user_message(name: str) -> None:
    in_message, in_result = in_both_places(name)
    assert (in_message["kind"], in_message["message"]) == (in_result["kind"], in_result["message"])


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_no_error_names_a_url_an_id_or_data(name: str) -> None:
    message = in_both_places(name)[0]["message"]
    assert not any(held in message for held in ("http", "example", "private", "file_", "base64,", "no base64!"))


def test_the_same_block_stands_in_a_message_and_in_a_result() -> None:
    for file in FILES:
        case = case_in(file)
        if "In a user message and in a result the same block." in case["why"]:
            asked, _, answered = case["rendered"]["messages"]
            assert asked["content"][1:] == answered["content"][0]["content"], file.stem


def test_every_kind_is_there_by_every_source() -> None:
    names = {file.stem for file in FILES}
    images = {
        f"{kind}-by-{source}"
        for kind in ("jpeg", "png", "gif", "webp")
        for source in ("base64", "bytes", "url", "file-id")
    }
    documents = {f"pdf-by-{source}" for source in ("base64", "bytes", "url", "file-id")}
    texts = {"plain-text-by-base64-is-sent-decoded", "plain-text-by-bytes-is-sent-decoded", "plain-text-as-text"}
    assert images | documents | texts <= names
