"""Files: upload, look, list, read, delete."""

from typing import TYPE_CHECKING

from sendable.emulator.bodies import LARGEST_FILE, plain_body
from sendable.emulator.exchange import Answer, Call, json_answer
from sendable.emulator.headers import checked
from sendable.emulator.kept_batches import now
from sendable.emulator.kept_files import File, uploaded
from sendable.emulator.refusals import RefusedError, bad_request
from sendable.emulator.routes import Route

if TYPE_CHECKING:
    from sendable.emulator.emulator import Emulator

_USUAL = 20
_MOST = 1000


def create(emulator: "Emulator", call: Call, _route: Route) -> Answer:
    """Take a file.

    Raises:
        RefusedError: it is no form with a file.
    """
    checked(call.headers)
    body = plain_body(call.body, call.headers, LARGEST_FILE)
    file = uploaded(body, call.headers.get("content-type", ""), now(), emulator.identifiers.next("file"))
    emulator.files[file.id] = file
    return json_answer(file.described())


def catalogue(emulator: "Emulator", call: Call, _route: Route) -> Answer:
    """A page of the files, the newest first.

    Raises:
        RefusedError: the headers, the limit or the page are not as they should be.
    """
    checked(call.headers)
    limit, start = call.query.get("limit", str(_USUAL)), call.query.get("page", "page_0").removeprefix("page_")
    if not limit.isdecimal() or not 1 <= int(limit) <= _MOST:
        raise bad_request(f"limit: Input should be a valid integer between 1 and {_MOST}")
    if not start.isdecimal():
        raise bad_request("page: not a page of this list")
    files = [file.described() for file in reversed(emulator.files.values())]
    end = int(start) + int(limit)
    shown = files[int(start) : end]
    more = end < len(files)
    first, last = (shown[0]["id"], shown[-1]["id"]) if shown else (None, None)
    page = {"data": shown, "has_more": more, "next_page": f"page_{end}" if more else None}
    return json_answer(page | {"first_id": first, "last_id": last})


def one(emulator: "Emulator", call: Call, route: Route) -> Answer:
    """What is known of a file.

    Raises:
        RefusedError: there is none of that name.
    """
    return json_answer(_held(emulator, call, route).described())


def content(emulator: "Emulator", call: Call, route: Route) -> Answer:
    """What a file holds.

    Raises:
        RefusedError: there is none of that name.
    """
    file = _held(emulator, call, route)
    return Answer(body=file.data, media_type=file.media_type)


def delete(emulator: "Emulator", call: Call, route: Route) -> Answer:
    """Delete a file; requests that name it are refused from then on.

    Raises:
        RefusedError: there is none of that name.
    """
    file = _held(emulator, call, route)
    del emulator.files[file.id]
    emulator.gone.add(file.id)
    return json_answer({"id": file.id, "type": "file_deleted"})


def _held(emulator: "Emulator", call: Call, route: Route) -> File:
    checked(call.headers)
    file = emulator.files.get(route.parts["file"])
    if file is None:
        raise RefusedError(404, f"File not found: {route.parts['file']}")
    return file
