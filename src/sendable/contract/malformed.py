"""The contents that Bedrock's own schema in front of the API refuses, in words of its own."""

from typing import Any

from sendable.targets import Target
from sendable.wire.index import Index
from sendable.wire.paths import Path


def malformed_contents(index: Index, target: Target) -> dict[Path, Any]:
    """The `content` of each message that is an object, by its path; nothing on other platforms."""
    if target.platform != "bedrock" or not target.endpoint.startswith("invoke"):
        return {}
    return {
        (*message.path, "content"): message.value["content"]
        for message in index.messages
        if isinstance(message.value.get("content"), dict)
    }
