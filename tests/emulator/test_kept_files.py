from datetime import UTC, datetime

import pytest

from sendable.emulator.kept_files import uploaded

MADE = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize("data", [b"", b"\r\n", b"\r\n--A", b"a\r\n\r\nb", bytes(range(256))])
def test_a_form_gives_its_file_byte_for_byte(data: bytes) -> None:
    head = b'Content-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: text/x; charset=y'
    other = b'--B\r\nContent-Disposition: form-data; name="more"\r\n\r\nfile\r\n'
    body = other + b"--B\r\n" + head + b"\r\n\r\n" + data + b"\r\n--B--\r\n"
    file = uploaded(body, "Multipart/Form-Data; Boundary=B", MADE, "file_1")
    assert (file.id, file.name, file.media_type, file.data) == ("file_1", "a.bin", "text/x; charset=y", data)
    assert file.described()["created_at"] == "2026-01-02T00:00:00Z"
