"""The fields around the messages, in a fixed order."""

from collections.abc import Mapping
from typing import Any

from sendable.errors import UsageError
from sendable.targets import Target

Json = dict[str, Any]

MAX_TOKENS = 4096
VERSIONS = {"bedrock": "bedrock-2023-05-31", "vertex": "vertex-2023-10-16"}


def all_settings(stored: Mapping[str, Any], fields: Mapping[str, Any] | None) -> Json:
    """The other fields of the request: those that were stored, and those given, which win.

    Raises:
        UsageError: the given fields are no mapping, or hold messages; those come from the conversation.
    """
    if not isinstance(fields, Mapping | None):
        raise UsageError("the fields of a rendering: a mapping of names to values")
    if fields and "messages" in fields:
        raise UsageError("the fields of a rendering cannot hold `messages`: those come from the conversation")
    return {**stored, **(fields or {})}


def envelope(settings: Json, target: Target, tools: Any, system: Any, messages: list[Json]) -> Json:
    """The request: `anthropic_version` or `model`, `max_tokens`, `tools`, `system`, `messages`, then the rest.

    The rest stands in the order in which it was stored and given. Bodies for Bedrock and Vertex hold their version, and
    no model, which is in the address there.

    Args:
        settings: the other fields; their `tools` and `system` go before those of the conversation.
        target: where it goes, with the model that was settled.
        tools: the definitions of the conversation; None for none.
        system: the system prompt of the conversation; None for none.
        messages: the messages.
    """
    rest = dict(settings)
    body: Json = {}
    model = rest.pop("model", None)
    if target.platform in VERSIONS:
        body["anthropic_version"] = rest.pop("anthropic_version", VERSIONS[target.platform])
    elif target.model is not None or model is not None:
        body["model"] = target.model if target.model is not None else model
    if "max_tokens" in rest or target.endpoint != "count_tokens":
        body["max_tokens"] = rest.pop("max_tokens", MAX_TOKENS)
    for name, held in (("tools", tools), ("system", system)):
        if name in rest or held is not None:
            body[name] = rest.pop(name, held)
    body["messages"] = messages
    return body | rest
