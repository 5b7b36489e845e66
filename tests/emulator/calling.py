"""Calls of an emulator without a network, and the official client against a served one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anthropic
import msgspec

from sendable.emulator.emulator import Emulator, Options
from sendable.emulator.exchange import Answer, Call, encoded
from sendable.emulator.server import serving

KEY = "any-key"
HEADERS = {"x-api-key": KEY, "anthropic-version": "2023-06-01"}


def emulator(script: Any = None, **options: Any) -> Emulator:
    return Emulator(Options(**options), script)


def post(to: Emulator, body: Any, path: str = "/v1/messages", betas: str = "", **headers: str) -> Answer:
    sent = {**HEADERS, **headers, **({"anthropic-beta": betas} if betas else {})}
    return to.answer(Call("POST", path, {}, sent, body if isinstance(body, bytes) else encoded(body)))


def body_of(answer: Answer) -> Any:
    return msgspec.json.decode(answer.body or b"null")


def said(answer: Answer) -> str:
    return str(body_of(answer)["error"]["message"])


@contextmanager
def client_of(script: Any = None, **options: Any) -> Iterator[anthropic.Anthropic]:
    with serving(script, **options) as server, client_at(server.base_url) as client:
        yield client


def client_at(address: str) -> anthropic.Anthropic:
    return anthropic.Anthropic(base_url=address, api_key=KEY, max_retries=0)
