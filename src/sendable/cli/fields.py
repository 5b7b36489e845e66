"""`--with FIELDS.json`: the fields that a stored conversation lacks, put around it for the judgement."""

from typing import Any, NamedTuple

from sendable.cli.inputs import read_whole
from sendable.errors import UnreadableError, UsageError
from sendable.render.envelope import MAX_TOKENS, VERSIONS
from sendable.targets import Target
from sendable.wire.read import Source, read

_NOT_THERE = object()


class Joined(NamedTuple):
    """An input with the fields around it.

    Attributes:
        source: what is judged.
        target: where it goes; fields that name a model settle that on platforms whose bodies hold none.
        fields: what was put around it.
        given: the input as it was read.
    """

    source: Source
    target: Target
    fields: dict[str, Any]
    given: Source


def load_fields(name: str | None) -> dict[str, Any] | None:
    """The fields in that file; its `messages`, if it is a whole request, are left out.

    Raises:
        UsageError: it cannot be read, or is no JSON object.
    """
    if name is None:
        return None
    try:
        value = read(read_whole(name)).whole
    except UnreadableError as fault:
        raise UsageError(f"--with {name}: {fault}") from None
    if not isinstance(value, dict):
        raise UsageError(f"--with {name}: expected an object of request fields, such as tools, system, max_tokens")
    return {field: held for field, held in value.items() if field != "messages"}


def joined(source: Source, target: Target, fields: dict[str, Any] | None) -> Joined:
    """Put the fields around an input; its own come first."""
    if fields is None:
        return Joined(source, target, {}, source)
    if source.shape == "messages":
        fields, target = _whole_envelope(fields, target)
    request = {**fields, **source.request}
    shape = "body" if source.shape == "messages" else source.shape
    around = {field: held for field, held in fields.items() if field not in source.request}
    return Joined(Source(request, shape, source.size, source.surrogate, source.whole), target, around, source)


def parted(held: Joined, request: Any) -> tuple[Any, dict[str, Any]]:
    """The repaired request in the shape of the input, and the fields that were changed and have no place in it."""
    if not held.fields or request is held.given.whole:
        return request, {}
    batch = held.given.shape == "batch"
    body = request["params"] if batch else request
    own = {field: value for field, value in body.items() if held.fields.get(field, _NOT_THERE) is not value}
    if batch:
        return {**request, "params": own}, {}
    if held.given.shape == "messages":
        return own.pop("messages", []), own
    return own, {}


def _whole_envelope(fields: dict[str, Any], target: Target) -> tuple[dict[str, Any], Target]:
    """What a list of messages needs to be a request on that platform."""
    around: dict[str, Any] = {"max_tokens": MAX_TOKENS}
    model = target.model if target.model is not None else fields.get("model")
    if target.platform in VERSIONS:
        around["anthropic_version"] = VERSIONS[target.platform]
        fields = {field: held for field, held in fields.items() if field != "model"}
        if isinstance(model, str):
            target = Target(target.platform, model, target.betas, target.endpoint, target.enforces_prefix)
    elif model is not None:
        around["model"] = model
    return around | fields, target
