"""Which calls are looked at, and what is known of their target from the path alone."""

import re
from urllib.parse import unquote

import msgspec


class Where(msgspec.Struct, frozen=True):
    """What a path says of a request.

    Attributes:
        platform: api, bedrock or vertex; the caller may know of "api" that it is another.
        endpoint: as in `Target`.
        model: named in the path, as the clouds have it; else None.
    """

    platform: str
    endpoint: str
    model: str | None = None


# Behind whatever a base address has in front; batches, files and all else pass through.
_PATHS = [
    (re.compile(r"(?:.*[^/])?" + path), platform, endpoint)
    for path, platform, endpoint in (
        (r"/v1/messages", "api", "messages"),
        (r"/v1/messages/count_tokens", "api", "count_tokens"),
        (r"/model/(?P<model>[^/]+)/invoke", "bedrock", "invoke"),
        (r"/model/(?P<model>[^/]+)/invoke-with-response-stream", "bedrock", "invoke-with-response-stream"),
        (r"/publishers/anthropic/models/count-tokens:rawPredict", "vertex", "count_tokens"),
        (r"/publishers/anthropic/models/(?P<model>[^/:]+):(?:rawPredict|streamRawPredict)", "vertex", "messages"),
    )
]


def where_of(method: str, path: str) -> Where | None:
    """The target of a call; None for one that passes through unseen.

    Args:
        method: of HTTP.
        path: as it stands in the request, with its escapes; a query does not matter.
    """
    if method != "POST":
        return None
    path = path.partition("?")[0]
    for pattern, platform, endpoint in _PATHS:
        found = pattern.fullmatch(path)
        if found is not None:
            model = found.groupdict().get("model")
            return Where(platform, endpoint, None if model is None else unquote(model))
    return None
