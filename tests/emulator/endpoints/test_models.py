import anthropic
import pytest

from sendable.emulator.exchange import Call
from tests.emulator.calling import HEADERS, body_of, client_of, emulator, said


def test_the_official_client_lists_models_page_by_page() -> None:
    with client_of() as client:
        first = client.models.list(limit=2)
        names = [model.id for model in client.models.list(limit=2)]
    assert first.has_more
    assert len(first.data) == 2
    assert "claude-opus-5-5" in names
    assert len(names) == len(set(names)) > 5


def test_a_model_tells_what_it_can_do() -> None:
    with client_of() as client:
        model = client.models.retrieve("claude-sonnet-4-5-20250929")
        newest = client.models.retrieve("claude-opus-5-5")
    assert (model.id, model.line, model.max_input_tokens is not None) == ("claude-sonnet-4-5-20250929", "sonnet", True)
    assert model.capabilities is not None
    assert newest.capabilities is not None
    assert model.capabilities.thinking.types.enabled.supported
    assert not newest.capabilities.thinking.types.enabled.supported
    assert newest.capabilities.effort.max.supported


def test_other_models_are_not_found() -> None:
    with client_of() as client, pytest.raises(anthropic.NotFoundError, match="model: nobody"):
        client.models.retrieve("nobody")


@pytest.mark.parametrize("limit", ["0", "1001", "x", "-1", ""])
def test_a_limit_is_a_number_of_up_to_1000(limit: str) -> None:
    assert emulator().answer(Call("GET", "/v1/models", {"limit": limit}, HEADERS)).status == 400


def test_pages_go_backwards_too() -> None:
    to = emulator()
    names = [model["id"] for model in body_of(to.answer(Call("GET", "/v1/models", {"limit": "1000"}, HEADERS)))["data"]]
    page = body_of(to.answer(Call("GET", "/v1/models", {"limit": "2", "before_id": names[3]}, HEADERS)))
    assert [model["id"] for model in page["data"]] == names[1:3]
    assert page["has_more"]


@pytest.mark.parametrize("cursor", ["after_id", "before_id"])
@pytest.mark.parametrize("path", ["/v1/models", "/v1/messages/batches"])
def test_a_page_goes_on_from_what_is_in_the_list(cursor: str, path: str) -> None:
    answer = emulator().answer(Call("GET", path, {cursor: "zzz"}, HEADERS))
    assert (answer.status, said(answer)) == (400, f"{cursor}: not an id of this list")
