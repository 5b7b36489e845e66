"""Message batches: what they hold, and how far they are."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from sendable.emulator.exchange import encoded
from sendable.emulator.refusals import RefusedError, bad_request
from sendable.wire.blocks import Json

_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_MOST = 100_000
_DAY = timedelta(days=1)
# Documented in build-with-claude/batch-processing (2026-08-21); the words are those of any field that is not taken.
REFUSED_FIELDS = ("stream", "speed", "fallbacks")


class Batch(msgspec.Struct):
    """A batch. Its requests are answered when it is made; it ends when it is asked for the first time.

    Attributes:
        id: its name.
        results: a line of JSON for each request.
        created: when it was made.
        ended: when it ended; None before.
        cancelled: when that was asked for; None where it was not.
    """

    id: str
    results: list[Json]
    created: datetime
    ended: datetime | None = None
    cancelled: datetime | None = None

    @property
    def lines(self) -> bytes:
        """The results as JSON Lines."""
        return b"".join(encoded(result) + b"\n" for result in self.results)

    def end(self) -> None:
        """Let it be ended, unless it is already."""
        self.ended = self.ended or now()

    def cancel(self) -> None:
        """Stop what has not ended: its requests are not answered."""
        if self.ended is None and self.cancelled is None:
            self.cancelled = now()
            self.results = [{**result, "result": {"type": "canceled"}} for result in self.results]

    def described(self, address: str) -> Json:
        """The batch as the API describes it.

        Args:
            address: of this emulator, for the address of the results.
        """
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        for result in self.results:
            counts[result["result"]["type"] if self.ended is not None else "processing"] += 1
        status = "ended" if self.ended else "canceling" if self.cancelled else "in_progress"
        return {
            "id": self.id,
            "type": "message_batch",
            "processing_status": status,
            "request_counts": counts,
            "created_at": written(self.created),
            "expires_at": written(self.created + _DAY),
            "ended_at": written(self.ended),
            "cancel_initiated_at": written(self.cancelled),
            "archived_at": None,
            "results_url": f"{address}/v1/messages/batches/{self.id}/results" if self.ended else None,
        }


def now() -> datetime:
    """The time."""
    return datetime.now(UTC)


def written(time: datetime | None) -> str | None:
    """A time as the API writes it."""
    return None if time is None else time.isoformat().replace("+00:00", "Z")


def items_of(body: Json) -> list[tuple[str, Json]]:
    """The requests of a batch, with their ids.

    Raises:
        RefusedError: the whole batch is refused.
    """
    requests = body.get("requests")
    if not isinstance(requests, list):
        raise _refused("requests", "Field required" if requests is None else "Input should be a valid array")
    if not requests:
        raise _refused("requests", "List should have at least 1 item after validation, not 0")
    if len(requests) > _MOST:
        raise _refused("requests", f"List should have at most {_MOST} items after validation, not {len(requests)}")
    found: dict[str, Json] = {}
    for at, item in enumerate(requests):
        name, params = _item(item, f"requests.{at}")
        if name in found:
            raise _refused(f"requests.{at}.custom_id", f"`{name}` is not unique within the batch")
        found[name] = params
    return list(found.items())


def _item(item: Any, path: str) -> tuple[str, Json]:
    if not isinstance(item, dict):
        raise _refused(path, "Input should be an object")
    for field, kind, what in (("custom_id", str, "string"), ("params", dict, "dictionary")):
        if field not in item:
            raise _refused(f"{path}.{field}", "Field required")
        if not isinstance(item[field], kind):
            raise _refused(f"{path}.{field}", f"Input should be a valid {what}")
    if _ID.fullmatch(item["custom_id"]) is None:
        raise _refused(f"{path}.custom_id", f"String should match pattern '^{_ID.pattern}$'")
    return item["custom_id"], item["params"]


def _refused(path: str, text: str) -> RefusedError:
    return bad_request(f"{path}: {text}", path=path)


def refused_field(params: Json) -> str:
    """The first field that a request of a batch may not have; "" for none."""
    return next((name for name in REFUSED_FIELDS if params.get(name)), "")
