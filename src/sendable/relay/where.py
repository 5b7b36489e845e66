"""Which calls are looked at, and what is known of their target from the path alone."""

import re
from urllib.parse import unquote

import msgspec

from sendable.relay.claude_ids import is_claude


class Where(msgspec.Struct, frozen=True):
    """What a path says of a request.

    Attributes:
        platform: api, bedrock or vertex; the caller may know of "api" that it is another.
        endpoint: as in `Target`.
        model: named in the path, as the clouds have it; else None.
        certain: whether what is sent there is meant for a Claude model; else the body has to tell.
        signed: whether the query holds a signature, which covers the body.
    """

    platform: str
    endpoint: str
    model: str | None = None
    certain: bool = True
    signed: bool = False


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
_SIGNATURE = "x-amz-signature"


def where_of(method: str, path: str) -> Where | None:
    """The target of a call; None for one that passes through unseen.

    Args:
        method: of HTTP.
        path: as it stands in the request, with its escapes and its query.
    """
    if method != "POST":
        return None
    path, _, query = path.partition("?")
    for pattern, platform, endpoint in _PATHS:
        found = pattern.fullmatch(path)
        if found is not None:
            model = found.groupdict().get("model")
            return _where(platform, endpoint, None if model is None else unquote(model), query)
    return None


def _where(platform: str, endpoint: str, model: str | None, query: str) -> Where | None:
    """The target; None for the model of another vendor."""
    claude = is_claude(model) if platform == "bedrock" and model is not None else True
    return None if claude is False else Where(platform, endpoint, model, claude is True, _is_signed(query))


def _is_signed(query: str) -> bool:
    return bool(query) and any(unquote(pair.partition("=")[0]).lower() == _SIGNATURE for pair in query.split("&"))
