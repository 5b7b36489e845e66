"""Message Batches: create, look, list, cancel, delete, and the results, a verdict each."""

from typing import TYPE_CHECKING

from sendable.contract.catalog import rule_named
from sendable.emulator.answering import made
from sendable.emulator.bodies import LARGEST_BATCH, json_object, posted
from sendable.emulator.endpoints.models import page
from sendable.emulator.exchange import Answer, Call, json_answer
from sendable.emulator.headers import checked
from sendable.emulator.kept_batches import Batch, items_of, now, refused_field
from sendable.emulator.refusals import RefusedError, bad_request, envelope
from sendable.emulator.routes import Route
from sendable.targets import Target
from sendable.wire.blocks import Json

if TYPE_CHECKING:
    from sendable.emulator.emulator import Emulator

_LINES = "application/x-jsonl"


def create(emulator: "Emulator", call: Call, _route: Route) -> Answer:
    """Take a batch.

    Raises:
        RefusedError: it is no batch.
    """
    betas = checked(call.headers)
    items = items_of(json_object(call.body, call.headers, LARGEST_BATCH))
    target = Target(emulator.options.platform, betas=betas, enforces_prefix=emulator.options.enforces_prefix)
    results = [{"custom_id": name, "result": _result(emulator, params, target)} for name, params in items]
    batch = Batch(emulator.identifiers.next("batch"), results, now())
    emulator.batches[batch.id] = batch
    return json_answer(batch.described(_address(call)))


def _result(emulator: "Emulator", params: Json, target: Target) -> Json:
    try:
        if name := refused_field(params):
            raise bad_request(f"{name}: Extra inputs are not permitted")
        if params.get("max_tokens") == 0:
            raise bad_request(rule_named("max-tokens-zero").message)
        answer = made(emulator, posted(params), target, drops=True)
    except RefusedError as refused:
        emulator.reject(refused)
        return {"type": "errored", "error": envelope(refused, emulator.identifiers.next("request"))}
    return {"type": "succeeded", "message": answer.message}


def catalogue(emulator: "Emulator", call: Call, _route: Route) -> Answer:
    """A page of the batches, the newest first.

    Raises:
        RefusedError: the headers or the limit are not as they should be.
    """
    checked(call.headers)
    told = [batch.described(_address(call)) for batch in reversed(emulator.batches.values())]
    return json_answer(page(told, call.query))


def one(emulator: "Emulator", call: Call, route: Route) -> Answer:
    """How far a batch is: whoever asks finds it ended.

    Raises:
        RefusedError: there is none of that name.
    """
    batch = _held(emulator, call, route)
    batch.end()
    return json_answer(batch.described(_address(call)))


def cancel(emulator: "Emulator", call: Call, route: Route) -> Answer:
    """Stop a batch.

    Raises:
        RefusedError: there is none of that name, or it has ended.
    """
    batch = _held(emulator, call, route)
    if batch.ended is not None:
        raise bad_request(f"Batch {batch.id} cannot be canceled because it has already ended.")
    batch.cancel()
    return json_answer(batch.described(_address(call)))


def delete(emulator: "Emulator", call: Call, route: Route) -> Answer:
    """Forget a batch.

    Raises:
        RefusedError: there is none of that name, or it has not ended.
    """
    batch = _held(emulator, call, route)
    if batch.ended is None:
        raise bad_request(f"Batch {batch.id} cannot be deleted while it is being processed.")
    del emulator.batches[batch.id]
    return json_answer({"id": batch.id, "type": "message_batch_deleted"})


def results(emulator: "Emulator", call: Call, route: Route) -> Answer:
    """The results, a line each.

    Raises:
        RefusedError: there is no batch of that name, or it has not ended.
    """
    batch = _held(emulator, call, route)
    if batch.ended is None:
        raise RefusedError(404, f"Batch {batch.id} has no available results until it has ended.")
    return Answer(body=batch.lines, media_type=_LINES)


def _held(emulator: "Emulator", call: Call, route: Route) -> Batch:
    checked(call.headers)
    batch = emulator.batches.get(route.parts["batch"])
    if batch is None:
        raise RefusedError(404, f"Message Batch with id {route.parts['batch']} not found.")
    return batch


def _address(call: Call) -> str:
    return f"http://{call.headers.get('host', 'localhost')}{call.root}"
