from collections.abc import Iterator
from typing import Any

import pytest

from sendable.contract.catalog import catalog
from sendable.emulator.emulator import Emulator, Options
from sendable.errors import UsageError
from sendable.wire.build import request, user
from tests.emulator.calling import body_of, emulator, post, said


def test_a_fault_of_our_own_is_an_error_of_the_server_that_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    to = emulator()

    def broken(*_args: Any) -> Any:
        raise ValueError("secret")

    monkeypatch.setattr(to.cache, "use", broken)
    answer = post(to, request(user("Hi")))
    assert (answer.status, said(answer)) == (500, "Internal server error")
    told = capsys.readouterr().err
    assert "ValueError at test_emulator.py" in told
    assert "secret" not in told


def test_nothing_is_kept_where_that_is_said() -> None:
    to = Emulator(keeps=0)
    post(to, request(user("Hi")))
    post(to, request())
    assert (len(to.requests), len(to.rejections)) == (0, 0)


def test_all_is_kept_as_long_as_nothing_is_said() -> None:
    to = Emulator()
    post(to, request(user("Hi")))
    post(to, request())
    assert (len(to.requests), len(to.rejections), len(to.faults)) == (2, 1, 0)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"platform": "aws"}, "unknown platform 'aws': one of api, bedrock, vertex, foundry"),
        ({"platform": None}, "unknown platform None"),
        ({"enforces_prefix": "no"}, "enforces_prefix is True or False, not 'no'"),
        ({"strict_unknown": 3}, "strict_unknown is True or False, not 3"),
        ({"strict_signatures": None}, "strict_signatures is True or False"),
        ({"key": 5}, "key is bytes"),
        ({"key": "secret"}, "key is bytes"),
        ({"key": b""}, "key is bytes"),
    ],
)
def test_an_option_has_the_values_that_there_are(options: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said) as caught:
        Options(**options)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("script", "status", "kind"),
    [
        ({"error": 529}, 529, "overloaded_error"),
        ({"error": {"status": 418, "type": "teapot"}}, 418, "teapot"),
        ({"timeout": 0.01}, 504, "timeout_error"),
        ({"text": "Hello.", "cut": 2}, 200, "cut"),
        ({"text": "Hello.", "error": {"type": "overloaded_error", "after": 2}}, 200, "overloaded_error"),
    ],
)
def test_what_a_script_lets_fail_is_no_rejection(script: Any, status: int, kind: str) -> None:
    to = emulator(script)
    body = request(user("Hi"), stream=True)
    assert post(to, body).status == status
    assert list(to.rejections) == []
    [fault] = to.faults
    assert (fault.status, fault.type, fault.request) == (status, kind, body)


def breaking() -> Iterator[Any]:
    """The rules of the API whose example a client can send as it is, with no beta but what was named."""
    for rule in catalog().values():
        target, body = rule.breaks.target, rule.breaks.request
        if target.platform == "api" and target.endpoint == "messages" and isinstance(body, dict):
            yield pytest.param(rule, id=rule.id)


# Betas that some example needs so that nothing else is refused before it.
BETAS = (
    "advisor-tool-2026-03-01,compact-2026-01-12,compact-2026-09-04,computer-use-2025-11-24,fast-mode-2026-02-01,"
    "context-management-2025-06-27,files-api-2025-04-14,inline-tools-2026-09-15,mcp-client-2026-09-15,"
    "mid-conversation-output-config-2026-07-01,mid-conversation-system-clear-at-2026-08-21,skills-2025-10-02,"
    "server-side-fallback-2026-07-01,structured-outputs-2025-11-13,task-budgets-2026-03-13,"
    "thinking-binding-controls-2026-08-01,thinking-display-updates-2026-08-18"
)


@pytest.mark.parametrize("rule", list(breaking()))
def test_what_breaks_a_rule_is_refused_with_its_message(rule: Any) -> None:
    to = emulator()
    betas = rule.breaks.target.betas
    body = dict(rule.breaks.request)
    if rule.breaks.target.model is not None:
        body["model"] = rule.breaks.target.model
    answer = post(to, body, betas=BETAS if betas is None else ",".join(sorted(betas)))
    assert answer.status == rule.status, body_of(answer)
    assert to.rejections[0].rule in (rule.id, *rule.implies)
    assert body_of(answer)["error"]["type"] == rule.type


@pytest.mark.parametrize("rule", list(breaking()))
def test_its_near_miss_is_answered(rule: Any) -> None:
    target, body = rule.spares.target, rule.spares.request
    if target.platform != "api" or target.endpoint != "messages" or not isinstance(body, dict):
        pytest.skip("meant for another place")
    sent = {**body, **({"model": target.model} if target.model is not None else {})}
    answer = post(emulator(), sent, betas=BETAS if target.betas is None else ",".join(sorted(target.betas)))
    assert answer.status == 200, body_of(answer)
