"""Every rule, case and recording, posted over HTTP by the official client."""

import inspect
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import anthropic
import httpx2
import pytest
from anthropic.resources.messages import Messages

from sendable import Target, check
from sendable.contract.catalog import catalog
from sendable.contract.rule import Rule
from sendable.emulator.exchange import encoded
from sendable.emulator.server import Server, serving
from sendable.wire.read import Source
from tests.emulator.calling import KEY
from tests.emulator.places import LIFTS, Post, post_of
from tests.emulator.test_corpus import sendable
from tests.test_cases import FILES, case_in, target_of
from tests.test_recordings import RECORDS, records

# The client warns of models that are retired and parameters that are on their way out: recordings are full of both.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:Using Claude with:UserWarning")

ERRORS = {
    400: anthropic.BadRequestError,
    404: anthropic.NotFoundError,
    413: anthropic.RequestTooLargeError,
}
ARGUMENTS = inspect.signature(Messages.create).parameters.keys() - {"self", "timeout"}


class Place:
    """An emulator of a platform with the official client that is pointed at it."""

    def __init__(self, server: Server, client: anthropic.Anthropic) -> None:
        self.server = server
        self.client = client

    def send(self, post: Post) -> None:
        """Post by `messages.create`; by the client's `post` where that cannot say it.

        Raises:
            anthropic.APIStatusError: it was refused.
        """
        if post.path == "/v1/messages" and {"model", "max_tokens", "messages"} <= post.body.keys():
            known = {name: value for name, value in post.body.items() if name in ARGUMENTS}
            rest = {name: value for name, value in post.body.items() if name not in ARGUMENTS}
            before = len(self.server.emulator.requests)
            try:
                answer = self.client.messages.create(**known, extra_body=rest, extra_headers=post.headers, timeout=60)
            except (TypeError, ValueError, AttributeError):
                assert len(self.server.emulator.requests) == before
            else:
                if isinstance(answer, anthropic.Stream):
                    list(answer)
                return
        self.send_bytes(post.path, encoded(post.body), post.headers)

    def send_source(self, request: Any, target: Target) -> None:
        """Post an example; one that only says how large it is becomes so large."""
        if isinstance(request, Source):
            return self.send_bytes("/v1/messages", encoded(request.request).ljust(request.size or 0), {})
        return self.send(post_of(request, target))

    def send_bytes(self, path: str, content: bytes, headers: dict[str, str]) -> None:
        options: Any = {"headers": {**headers, "content-type": "application/json"}}
        self.client.post(path, cast_to=httpx2.Response, content=content, options=options)


class Places:
    """Places of all kinds, each opened when it is first asked for."""

    def __init__(self, held: ExitStack) -> None:
        self._held = held
        self.at = cache(self._open)

    def _open(self, platform: str, enforces_prefix: bool) -> Place:
        server = self._held.enter_context(serving(platform=platform, enforces_prefix=enforces_prefix))
        client = anthropic.Anthropic(base_url=server.base_url, api_key=KEY, max_retries=0)
        return Place(server, self._held.enter_context(client))

    def send(self, request: dict[str, Any], target: Target, more: tuple[str, ...] = ()) -> None:
        self.at(target.platform, target.enforces_prefix).send(post_of(request, target, more))

    def refusal(self, request: dict[str, Any], target: Target, more: tuple[str, ...] = ()) -> str:
        """Why a request is refused; "" when it is not."""
        try:
            self.send(request, target, more)
        except anthropic.APIStatusError as refused:
            return f"{refused.status_code} {refused.message}"
        return ""


@pytest.fixture(scope="module")
def places() -> Iterator[Places]:
    with ExitStack() as held:
        yield Places(held)


def message_of(refused: anthropic.APIStatusError) -> str:
    body: Any = refused.body
    return str(body["message"] if "message" in body else body["error"]["message"])


def judged_by(refused: anthropic.APIStatusError) -> tuple[int, str]:
    return refused.status_code, message_of(refused)


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.id) for rule in catalog().values()])
def test_what_breaks_a_rule_raises_the_error_of_the_client(rule: Rule, places: Places) -> None:
    request, target = rule.breaks
    place = places.at(target.platform, target.enforces_prefix)
    with pytest.raises(ERRORS[rule.status]) as refused:
        place.send_source(request, target)
    expected = check(request, target)[0]
    assert expected.rule in (rule.id, *rule.implies)
    assert judged_by(refused.value) == (rule.status, expected.message)


def accepted() -> Iterator[Any]:
    for file in FILES:
        if not case_in(file)["verdict"] and sendable(file):
            yield pytest.param(file, id=f"{file.parent.name}/{file.stem}")


@pytest.mark.parametrize("file", list(accepted()))
def test_an_accepted_case_is_answered(file: Path, places: Places) -> None:
    case = case_in(file)
    assert places.refusal(case["request"], target_of(case), LIFTS) == ""


@pytest.mark.skipif(not RECORDS.exists(), reason=f"no recordings at {RECORDS}")
def test_what_the_api_accepted_is_answered(places: Places) -> None:
    told = {record.id: places.refusal(record.request, record.target, LIFTS) for record in records() if record.accepted}
    assert {name: reason for name, reason in told.items() if reason} == {}
