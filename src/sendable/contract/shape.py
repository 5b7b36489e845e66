"""The schema walk, once for each request, shared by every rule that reports a fault of a field.

Each fault belongs to one rule: the one that claims its kind, owner and field, or else one of the two general ones.
"""

from collections.abc import Iterator
from typing import Any

from sendable.contract.envelope import CLOUD_FIELDS
from sendable.contract.plain_tools import unusual_tools
from sendable.wire.around import AROUND, once_around
from sendable.wire.index import Index
from sendable.wire.schema import Fault, field_faults, known_names, message_faults, schema
from sendable.wire.typed import field_fits, fits

Json = dict[str, Any]
Claim = tuple[str, str, str]
"""Kind, owner and field of a fault, see `wire.schema.Fault`; "*" stands for any."""

CLAIMS: dict[Claim, str] = {}


def faults_of(index: Index) -> list[Fault]:
    """Every fault of the schema, and what is new, field by field; kept with the index."""
    return index.once(_faults)


def claimed(index: Index, rule: str) -> list[Fault]:
    """The faults that belong to a rule."""
    return index.once(faults_by_rule).get(rule, [])


def faults_by_rule(index: Index) -> dict[str, list[Fault]]:
    """The faults by the rule that they belong to; empty for a request that fits the schema."""
    found: dict[str, list[Fault]] = {}
    for fault in faults_of(index):
        if fault.kind != "new":
            found.setdefault(_owner_of(fault), []).append(fault)
    return found


def _owner_of(fault: Fault) -> str:
    for claim in (
        (fault.kind, fault.owner, fault.field),
        ("*", fault.owner, fault.field),
        (fault.kind, "*", fault.field),
        (fault.kind, fault.owner, "*"),
    ):
        if claim in CLAIMS:
            return CLAIMS[claim]
    return "unknown-nested-field" if fault.kind == "extra" else "field-types"


def _faults(index: Index) -> list[Fault]:
    return list(_walk(index))


def _walk(index: Index) -> Iterator[Fault]:
    fields = schema().request
    for field, value in index.request.items():
        if field == "messages":
            yield from _messages(index)
        elif field in fields:
            plain = field == "tools" and not unusual_tools(index)
            if not plain and not _field_fits(index, field, value):
                yield from field_faults(index.request, field)
        elif field not in known_names() and field not in CLOUD_FIELDS:
            yield Fault("new", (field,), field, "not known to the SDK this was written for", "", field)


def _field_fits(index: Index, field: str, value: object) -> bool:
    return once_around(index, _around_fits)[field] if field in AROUND else field_fits(field, value)


def _around_fits(request: Json) -> dict[str, bool]:
    return {field: field_fits(field, request[field]) for field in AROUND if field in request}


def _messages(index: Index) -> Iterator[Fault]:
    if "messages" not in index.request:
        return
    messages = index.request["messages"]
    if not isinstance(messages, (list, tuple)):
        yield Fault("type", ("messages",), "messages", "Input should be a valid array", "", "messages")
        return
    if index.once(_fit):
        return
    for at, message in enumerate(messages):
        yield from message_faults(message, at)


def _fit(index: Index) -> bool:
    """Whether all messages fit the schema; of a list nothing counts but what each of them is."""
    start = index.alike if index.former is not None and index.former.once(_fit) else 0
    return fits(index.request["messages"][start:])
