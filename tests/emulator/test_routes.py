import pytest

from sendable.emulator.exchange import Call
from sendable.emulator.refusals import RefusedError
from sendable.emulator.routes import route_of
from tests.emulator.calling import emulator

VERTEX = "/v1/projects/p/locations/eu/publishers/anthropic/models"


@pytest.mark.parametrize(
    ("method", "path", "module", "platform"),
    [
        ("POST", "/v1/messages", "messages", "api"),
        ("POST", "/anthropic/v1/messages", "messages", "api"),
        ("POST", "/v1/messages/count_tokens", "count_tokens", "api"),
        ("GET", "/v1/models", "models", "api"),
        ("GET", "/v1/models/claude-opus-5-5", "models", "api"),
        ("POST", "/model/us.anthropic.claude-opus-4-8/invoke", "bedrock", "bedrock"),
        ("POST", "/model/arn:aws:bedrock:x:1:inference-profile/us.a/invoke", "bedrock", "bedrock"),
        ("POST", "/model/a/invoke-with-response-stream", "bedrock", "bedrock"),
        ("POST", f"{VERTEX}/claude-opus-4-8@20260101:rawPredict", "vertex", "vertex"),
        ("POST", f"{VERTEX.removeprefix('/v1')}/a:streamRawPredict", "vertex", "vertex"),
        ("POST", f"{VERTEX}/count-tokens:rawPredict", "vertex", "vertex"),
    ],
)
def test_each_path_leads_to_its_endpoint(method: str, path: str, module: str, platform: str) -> None:
    route = route_of(Call(method, path))
    assert (route.endpoint.__module__.rpartition(".")[2], route.platform) == (module, platform)


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/", 404), ("PUT", "/v1/messages", 405)])
def test_other_paths_lead_nowhere(method: str, path: str, status: int) -> None:
    call = Call(method, path)
    route = route_of(call)
    with pytest.raises(RefusedError) as caught:
        route.endpoint(emulator(), call, route)
    assert caught.value.status == status
