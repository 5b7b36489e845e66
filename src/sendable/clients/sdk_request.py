"""A request of the official SDK, as it is before the SDK encodes and signs it."""

import json
from typing import Any

import msgspec

from sendable.clients.http_parts import where_or_told
from sendable.clients.sdk_client import SdkClient
from sendable.relay import CONVERSATION, Passage, Where
from sendable.relay.beta_header import NAME as BETA_HEADER
from sendable.relay.beta_header import with_betas
from sendable.relay.claude_ids import is_claude

Json = dict[str, Any]

BODY_BETAS = "anthropic_beta"


class Asked(msgspec.Struct, frozen=True):
    """What the relay is asked about a request.

    Attributes:
        body: as JSON.
        headers: those that will be sent, as far as they are known yet; names in lower case.
        where: where it goes.
    """

    body: bytes
    headers: dict[str, str]
    where: Where


def asked(request: Any, client: SdkClient, platform: str | None) -> Asked | None:
    """What the relay is asked; None for a request that it has nothing to do with.

    Args:
        request: an `anthropic.APIRequest`.
        client: its client.
        platform: what the caller said of it; None takes what is known of the client.
    """
    where = where_or_told(request.method.upper(), request.url)
    if where is None or not isinstance(request.json, dict):
        return None
    if where.platform == "api":
        where = msgspec.structs.replace(where, platform=platform or client.platform or "api")
    if where.platform == "bedrock" and is_claude(str(request.json.get("model"))) is False:
        return None
    body = _encoded(request.json)
    if body is None:
        return None
    own = {name.lower(): value for name, value in request.headers.items() if isinstance(value, str)}
    return Asked(body, {**client.headers, **own}, where)


def _encoded(body: Json) -> bytes | None:
    try:
        return msgspec.json.encode(body)
    except (UnicodeEncodeError, OverflowError):
        # Lone surrogates, which the SDK cannot send at all unless they are repaired; and numbers beyond 64 bits.
        return json.dumps(body).encode()
    except TypeError:
        return None


def sent(request: Any, came: Asked, passage: Passage, omit: Any) -> Any:
    """The request that the SDK goes on with: the very one where nothing was changed.

    Args:
        request: the one that came.
        came: what the relay was asked of it.
        passage: what is sent in its place.
        omit: the SDK's value for a header that is not sent.
    """
    headers = dict(passage.headers)
    changed: Json = {}
    if passage.body is not came.body:
        changed["body"] = body = msgspec.json.decode(passage.body)
        if BODY_BETAS in body and BODY_BETAS not in request.json:
            # From the header the SDK itself puts them where its platform has them.
            headers[BETA_HEADER] = with_betas(came.headers.get(BETA_HEADER, ""), body.pop(BODY_BETAS))
    if CONVERSATION in came.headers:
        headers[CONVERSATION] = omit
    if headers:
        changed["headers"] = _with_headers(request, headers)
    return request.copy(**changed) if changed else request


def unseen(request: Any, client: SdkClient, omit: Any) -> Any:
    """A request that the relay has nothing to do with, without the header that is meant for this process."""
    named = {name.lower() for name in request.headers}
    if CONVERSATION not in named and CONVERSATION not in client.headers:
        return request
    return request.copy(headers=_with_headers(request, {CONVERSATION: omit}))


def _with_headers(request: Any, headers: Json) -> Json:
    others = {name: value for name, value in request.headers.items() if name.lower() not in headers}
    return {**others, **headers}
