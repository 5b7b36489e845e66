"""Uploaded files."""

import re
from datetime import datetime

import msgspec

from sendable.emulator.kept_batches import written
from sendable.emulator.refusals import bad_request
from sendable.wire.blocks import Json

_BOUNDARY = re.compile(r'boundary="?([^";,]+)"?', re.IGNORECASE)
_FIELD = re.compile(rb'(?:^|[;\s])(name|filename)="((?:[^"\\]|\\.)*)"', re.IGNORECASE)
_TYPE = re.compile(rb"^content-type:[ \t]*(.+?)[ \t]*$", re.IGNORECASE | re.MULTILINE)
USUAL_TYPE = "application/octet-stream"
_NAME = re.compile(r'[^<>:"|?*\\/\x00-\x1f]{1,255}')


class File(msgspec.Struct, frozen=True):
    """A file."""

    id: str
    name: str
    media_type: str
    data: bytes
    created: datetime

    def described(self) -> Json:
        """The file as the API describes it."""
        return {
            "type": "file",
            "id": self.id,
            "filename": self.name,
            "mime_type": self.media_type,
            "size_bytes": len(self.data),
            "created_at": written(self.created),
            "downloadable": True,
            "expires_at": None,
        }


def uploaded(body: bytes, content_type: str, made: datetime, name: str) -> File:
    """The file in a form.

    Args:
        body: the form.
        content_type: header that says how its parts are told apart.
        made: the time.
        name: id that the file is given.

    Raises:
        RefusedError: it is no form, or holds no file.
    """
    boundary = _BOUNDARY.search(content_type)
    if not content_type.lower().startswith("multipart/form-data") or boundary is None:
        raise bad_request("content-type: must be multipart/form-data")
    mark = b"--" + boundary[1].encode("latin-1")
    for part in (b"\r\n" + body).split(b"\r\n" + mark)[1:]:
        head, separator, data = part.partition(b"\r\n\r\n")
        fields = {found[0].lower(): found[1] for found in _FIELD.findall(head)}
        if not separator or fields.get(b"name") != b"file":
            continue
        file_name = fields.get(b"filename", b"").decode("utf-8", "replace")
        if _NAME.fullmatch(file_name) is None:
            raise bad_request('file: a file needs a name of 1 to 255 characters, without any of <>:"|?*\\/')
        kind = _TYPE.search(head.replace(b"\r\n", b"\n"))
        media_type = kind[1].decode("latin-1") if kind else USUAL_TYPE
        return File(name, file_name, media_type, data, made)
    raise bad_request("file: Field required")
