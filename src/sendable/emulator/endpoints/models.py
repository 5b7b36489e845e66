"""`GET /v1/models` and `GET /v1/models/{id}`."""

from typing import TYPE_CHECKING

import msgspec

from sendable.emulator.exchange import Answer, Call, json_answer
from sendable.emulator.headers import checked
from sendable.emulator.known_models import described, is_known, listed
from sendable.emulator.refusals import RefusedError, bad_request
from sendable.emulator.routes import Route
from sendable.targets import find_model
from sendable.wire.blocks import Json

if TYPE_CHECKING:
    from sendable.emulator.emulator import Emulator

_USUAL = 20
_MOST = 1000


def catalogue(_emulator: "Emulator", call: Call, _route: Route) -> Answer:
    """A page of the models.

    Raises:
        RefusedError: the headers or the limit are not as they should be.
    """
    checked(call.headers)
    return json_answer(page(listed(), call.query))


def page(items: list[Json], query: dict[str, str]) -> Json:
    """The part of a list that a query asks for.

    Raises:
        RefusedError: its limit is no number between 1 and 1000, or it goes on from what is not in the list.
    """
    limit = query.get("limit", str(_USUAL))
    if not limit.isascii() or not limit.isdigit() or not 1 <= int(limit) <= _MOST:
        raise bad_request(f"limit: Input should be a valid integer between 1 and {_MOST}")
    names = [item["id"] for item in items]
    for cursor in ("after_id", "before_id"):
        # What the API says of it is not on record; from the beginning again, a client would never come to an end.
        if cursor in query and query[cursor] not in names:
            raise bad_request(f"{cursor}: not an id of this list")
    start = names.index(query["after_id"]) + 1 if "after_id" in query else 0
    end = names.index(query["before_id"]) if "before_id" in query else len(items)
    if "before_id" in query:
        start = max(end - int(limit), 0)
    shown = items[start:end][: int(limit)]
    more = start > 0 if "before_id" in query else start + len(shown) < end
    first, last = (shown[0]["id"], shown[-1]["id"]) if shown else (None, None)
    return {"data": shown, "has_more": more, "first_id": first, "last_id": last}


def one(_emulator: "Emulator", call: Call, route: Route) -> Answer:
    """One model.

    Raises:
        RefusedError: there is none of that name.
    """
    checked(call.headers)
    name = route.parts["model"]
    facts = find_model(name)
    if not is_known(name) or facts is None:
        raise RefusedError(404, f"model: {name}")
    return json_answer(
        described(msgspec.structs.replace(facts, retired=None if facts.inherited else facts.retired), name)
    )
