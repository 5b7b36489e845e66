"""From a request that was accepted to its answer; the same for every endpoint that makes messages."""

from typing import TYPE_CHECKING

import msgspec

from sendable.emulator.default_answer import default_plan, thinks
from sendable.emulator.events import events_of, framed
from sendable.emulator.exchange import Answer, Rejection, json_answer
from sendable.emulator.plan import Fault, Plan
from sendable.emulator.refusals import MESSAGES, RefusedError, type_of
from sendable.emulator.reply import Given, message_of
from sendable.emulator.turn import Turn
from sendable.targets import Target
from sendable.wire.blocks import Json
from sendable.wire.read import Source

if TYPE_CHECKING:
    from sendable.emulator.emulator import Emulator

EVENT_STREAM = "text/event-stream; charset=utf-8"


class Made(msgspec.Struct, frozen=True):
    """A message, and how it is to be sent."""

    message: Json
    plan: Plan


def made(emulator: "Emulator", source: Source, target: Target, drops: bool = False) -> Made:
    """The message that answers a request.

    Raises:
        RefusedError: the request is not accepted, or the script wants it to fail.
    """
    emulator.requests.append(source.request)
    try:
        index, settled, reading = emulator.judge.judged(source, target, drops)
        turn = Turn(index, settled.model or "")
        plan = _planned(emulator, turn)
    except RefusedError as refused:
        refused.request = source.request
        raise
    usage = emulator.cache.use(index, settled, reading.dropped)
    given = Given(turn, settled, usage, reading)
    return Made(message_of(plan, given, emulator.identifiers, emulator.thinking), plan)


def _planned(emulator: "Emulator", turn: Turn) -> Plan:
    scripted = emulator.script.plan(turn)
    plan = thinks(turn, scripted or default_plan(turn), scripted is not None)
    fault = plan.fault
    if fault is not None and fault.status and (fault.after is None or not turn.request.get("stream")):
        raise _refused(fault, plan)
    if fault is not None:
        emulator.faults.append(_begun(fault, turn.request))
    return plan


def _begun(fault: Fault, request: Json) -> Rejection:
    """What a client meets behind an answer that had begun well."""
    if fault.cut:
        return Rejection(200, "cut", "The connection was closed.", request=request)
    kind, message = _inside(fault)
    return Rejection(200, kind, message, request=request)


def _inside(fault: Fault) -> tuple[str, str]:
    """Type and text of an error inside of a stream."""
    return fault.type or type_of(fault.status), fault.message or MESSAGES.get(fault.status, "Error")


def _refused(fault: Fault, plan: Plan) -> RefusedError:
    refused = RefusedError(
        fault.status,
        fault.message or MESSAGES.get(fault.status, "Error"),
        fault.type or None,
        headers=fault.headers,
    )
    refused.delay = plan.delay
    refused.verdict = False
    return refused


def whole(answer: Made) -> Answer:
    """The message as one body."""
    sent = msgspec.structs.replace(json_answer(answer.message), delay=answer.plan.delay)
    if answer.plan.fault is not None and answer.plan.fault.cut:
        body = sent.body or b""
        return msgspec.structs.replace(sent, body=None, pieces=[body[: len(body) // 2]], cut=True)
    return sent


def events(answer: Made) -> tuple[list[Json], bool]:
    """The events of the message, and whether the connection is cut behind them."""
    told = list(events_of(answer.message))
    fault = answer.plan.fault
    if fault is None or fault.after is None:
        return told, fault is not None and fault.cut
    told = told[: fault.after]
    if not fault.cut:
        kind, message = _inside(fault)
        told.append({"type": "error", "error": {"type": kind, "message": message}})
    return told, fault.cut


def streamed(answer: Made) -> Answer:
    """The message as server-sent events."""
    told, cut = events(answer)
    return Answer(
        headers={"cache-control": "no-cache"},
        media_type=EVENT_STREAM,
        pieces=[framed(event) for event in told],
        delay=answer.plan.delay,
        pace=answer.plan.pace,
        cut=cut,
    )
