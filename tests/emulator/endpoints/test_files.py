from collections.abc import Iterator

import anthropic
import pytest

from sendable.emulator.exchange import Call
from sendable.testing import MessagesApi
from sendable.wire.build import request, user
from tests.emulator.calling import HEADERS, client_at, emulator, post, said

BETA = "files-api-2025-04-14"
DATA = b"%PDF-1.4\r\n--x\r\n\r\n\x00\xff\r\n"


@pytest.fixture
def client(messages_api: MessagesApi) -> Iterator[anthropic.Anthropic]:
    with client_at(messages_api.base_url) as made:
        yield made


def test_a_file_is_uploaded_looked_at_read_and_deleted(client: anthropic.Anthropic) -> None:
    made = client.files.upload(file=("päper.pdf", DATA, "application/pdf"))
    assert (made.filename, made.mime_type, made.size_bytes) == ("päper.pdf", "application/pdf", len(DATA))
    assert client.files.retrieve_metadata(made.id) == made
    assert client.files.download(made.id).read() == DATA
    assert client.files.delete(made.id).type == "file_deleted"
    with pytest.raises(anthropic.NotFoundError, match=f"File not found: {made.id}"):
        client.files.retrieve_metadata(made.id)


def test_files_are_listed_page_by_page_the_newest_first(client: anthropic.Anthropic) -> None:
    made = [client.files.upload(file=(f"{n}.txt", b"x", "text/plain")).id for n in range(5)]
    assert [file.id for file in client.files.list(limit=2)] == made[::-1]


def test_a_request_names_a_file_until_it_is_deleted(client: anthropic.Anthropic) -> None:
    made = client.files.upload(file=("a.png", b"x", "image/png"))
    block = {"type": "image", "source": {"type": "file", "file_id": made.id}}
    ask = {"model": "claude-opus-4-8", "max_tokens": 9, "messages": [user(block)], "betas": [BETA]}
    assert client.beta.messages.create(**ask).stop_reason == "end_turn"  # type: ignore[call-overload]
    client.files.delete(made.id)
    with pytest.raises(anthropic.NotFoundError, match="File not found"):
        client.beta.messages.create(**ask)  # type: ignore[call-overload]


def form(head: bytes, data: bytes = b"x") -> bytes:
    return b"--B\r\n" + head + b"\r\n\r\n" + data + b"\r\n--B--\r\n"


@pytest.mark.parametrize(
    ("kind", "body", "text"),
    [
        ("application/json", b"{}", "content-type: must be multipart/form-data"),
        ("multipart/form-data", b"", "content-type: must be multipart/form-data"),
        ("multipart/form-data; boundary=B", b"", "file: Field required"),
        ("multipart/form-data; boundary=B", form(b'content-disposition: form-data; name="purpose"'), "file: Field"),
        ("multipart/form-data; boundary=B", form(b'content-disposition: form-data; name="file"'), "file: a file needs"),
        (
            "multipart/form-data; boundary=B",
            form(b'content-disposition: form-data; name="file"; filename="a/b"'),
            "file: a",
        ),
    ],
)
def test_what_is_no_form_with_a_file_is_refused(kind: str, body: bytes, text: str) -> None:
    answer = post(emulator(), body, "/v1/files", **{"content-type": kind})
    assert answer.status == 400
    assert said(answer).startswith(text)


def test_a_file_without_a_type_is_one_of_bytes() -> None:
    to = emulator()
    body = form(b'content-disposition: form-data; name="file"; filename="a"')
    post(to, body, "/v1/files", **{"content-type": 'multipart/form-data; boundary="B"'})
    [file] = to.files.values()
    assert (file.media_type, file.data) == ("application/octet-stream", b"x")


@pytest.mark.parametrize("query", [{"limit": "0"}, {"limit": "x"}, {"page": "page_x"}])
def test_a_page_is_asked_for_by_number(query: dict[str, str]) -> None:
    assert emulator().answer(Call("GET", "/v1/files", query, HEADERS)).status == 400


def test_an_id_of_elsewhere_passes() -> None:
    block = {"type": "document", "source": {"type": "file", "file_id": "file_elsewhere"}}
    assert post(emulator(), request(user(block), model="claude-opus-4-8"), betas=BETA).status == 200


@pytest.mark.parametrize(
    ("name", "media_type", "kind", "fits"),
    [
        ("a.png", "image/png", "image", True),
        ("a.png", "image/png", "document", False),
        ("a.pdf", "application/pdf", "document", True),
        ("a.pdf", "application/pdf", "image", False),
        ("a.txt", "text/plain; charset=utf-8", "document", True),
        ("a.csv", "text/csv", "document", False),
        ("a", "application/octet-stream", "image", True),
    ],
)
def test_a_file_is_shown_by_the_block_for_its_type(name: str, media_type: str, kind: str, fits: bool) -> None:
    to = emulator()
    head = f'content-disposition: form-data; name="file"; filename="{name}"\r\ncontent-type: {media_type}'
    post(to, form(head.encode()), "/v1/files", **{"content-type": "multipart/form-data; boundary=B"})
    [file] = to.files
    block = {"type": kind, "source": {"type": "file", "file_id": file}}
    answer = post(to, request(user(block), model="claude-opus-4-8"), betas=BETA)
    assert answer.status == (200 if fits else 400)
    if not fits:
        assert said(answer) == "messages.0.content.0: Invalid file type"
        assert to.rejections[-1].path == "messages.0.content.0"
