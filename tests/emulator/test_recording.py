from pathlib import Path

import msgspec
import pytest

from sendable.emulator.emulator import Emulator
from sendable.emulator.exchange import Call, encoded
from sendable.emulator.recording import LEFT_OUT, Recorder
from sendable.errors import UsageError
from sendable.wire.build import request, user
from tests.emulator.calling import HEADERS, post


def test_each_exchange_is_a_line_of_a_log(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    to = Emulator(on_exchange=Recorder(folder))
    post(to, request(user("Hi")), betas="code-execution-2025-08-25")
    post(to, request(user("Hi"), stream=True))
    post(to, b"\xff")
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["00001.json", "00002.json", "00003.json"]
    first, second, third = (msgspec.json.decode(file.read_bytes()) for file in files)
    assert first["request"] == request(user("Hi"))
    assert (first["path"], first["status"], first["response"]["type"]) == ("/v1/messages", 200, "message")
    betas = ["code-execution-2025-08-25"]
    assert first["target"] == {"platform": "api", "endpoint": "messages", "betas": betas}
    assert second["response"].startswith("event: message_start")
    assert (third["status"], third["request"], "target" in third) == (400, "\ufffd", False)


SECRET = "sk-very-secret"
CREDENTIALS = [
    *("x-api-key", "authorization", "cookie", "set-cookie", "x-amz-security-token", "x-goog-api-key", "api-key"),
    *("proxy-authorization", "ocp-apim-subscription-key", "x-custom", "anthropic-auth-token", "x-stainless-signature"),
]


def test_what_may_be_a_credential_is_left_out_wherever_it_stands(tmp_path: Path) -> None:
    to = Emulator(on_exchange=Recorder(tmp_path))
    server = {"type": "url", "url": "https://x", "name": "a", "authorization_token": SECRET}
    body = request(user("Hi"), mcp_servers=[server])
    headers = {**HEADERS, **dict.fromkeys(CREDENTIALS, SECRET), "user-agent": "mine", "anthropic-beta": "b"}
    query = {"key": SECRET, "access_token": SECRET, "X-Goog-Signature": SECRET, "beta": "true"}
    for sent in (encoded(body), encoded({"requests": [{"custom_id": "a", "params": body}]}), encoded(body)[:-1]):
        to.answer(Call("POST", "/v1/messages", query, headers, sent))
    files = sorted(tmp_path.iterdir())
    assert [SECRET in file.read_text() for file in files] == [False, False, False]
    told = msgspec.json.decode(files[0].read_bytes())
    assert set(CREDENTIALS) <= set(told["headers"])
    assert (told["headers"]["user-agent"], told["headers"]["anthropic-beta"]) == ("mine", "b")
    assert told["headers"]["x-api-key"] == told["query"]["key"] == LEFT_OUT
    assert told["query"]["beta"] == "true"
    assert told["request"]["mcp_servers"] == [{**server, "authorization_token": LEFT_OUT}]


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/v1/messages/count_tokens", {"platform": "foundry", "endpoint": "count_tokens", "betas": []}),
        (
            "/model/anthropic.claude-x/invoke",
            {"platform": "bedrock", "model": "anthropic.claude-x", "endpoint": "invoke"},
        ),
        (
            "/v1/projects/p/locations/l/publishers/anthropic/models/m:rawPredict",
            {"platform": "vertex", "model": "m", "endpoint": "messages", "betas": []},
        ),
        (
            "/v1/projects/p/locations/l/publishers/anthropic/models/count-tokens:rawPredict",
            {"platform": "vertex", "endpoint": "count_tokens", "betas": []},
        ),
        ("/v1/messages/batches", None),
        ("/nowhere", None),
    ],
)
def test_where_a_request_went_is_told_as_a_log_tells_it(tmp_path: Path, path: str, target: object) -> None:
    post(Emulator(on_exchange=Recorder(tmp_path, "foundry")), request(user("Hi")), path)
    assert msgspec.json.decode((tmp_path / "00001.json").read_bytes()).get("target") == target


def test_files_that_are_there_are_kept(tmp_path: Path) -> None:
    (tmp_path / "00001.json").write_text("mine")
    post(Emulator(on_exchange=Recorder(tmp_path)), request(user("Hi")))
    assert (tmp_path / "00001.json").read_text() == "mine"
    assert (tmp_path / "00002.json").exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot record into"):
        Recorder(tmp_path / "file" / "folder")


def test_a_folder_that_went_away_leaves_the_calls_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = Emulator(on_exchange=Recorder(tmp_path / "a"))
    (tmp_path / "a").rmdir()
    assert post(to, request(user("Hi"))).status == 200
    assert "cannot record: No such file" in capsys.readouterr().err
