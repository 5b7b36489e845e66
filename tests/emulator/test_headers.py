import pytest

from sendable.emulator import headers
from sendable.emulator.refusals import RefusedError

GOOD = {"x-api-key": "k", "anthropic-version": "2023-06-01"}


def refused(**changed: str | None) -> RefusedError:
    sent = {**GOOD, **{name.replace("_", "-"): value for name, value in changed.items()}}
    with pytest.raises(RefusedError) as caught:
        headers.checked({name: value for name, value in sent.items() if value is not None})
    return caught.value


def test_a_request_without_a_key_is_not_authenticated() -> None:
    fault = refused(x_api_key=None)
    assert (fault.status, fault.kind, fault.message) == (401, "authentication_error", "x-api-key header is required")


def test_a_bearer_token_is_a_key() -> None:
    assert headers.checked({"authorization": "Bearer t", "anthropic-version": "2026-10-21"}) == frozenset()


def test_the_key_of_foundry_is_one() -> None:
    assert headers.checked({"api-key": "k", "anthropic-version": "2023-06-01"}) == frozenset()


def test_the_version_is_required() -> None:
    fault = refused(anthropic_version=None)
    assert (fault.status, fault.message) == (400, "anthropic-version: header is required")
    assert "not a valid version" in refused(anthropic_version="latest").message


def test_a_beta_of_no_known_name_is_refused() -> None:
    assert refused(anthropic_beta="compact-2026-09-04, made-up-2026-01-01").message == (
        "Unexpected value(s) `made-up-2026-01-01` for the `anthropic-beta` header. Please consult our documentation "
        "at platform.claude.com/docs or try again without the header."
    )


def test_known_betas_are_told_apart() -> None:
    sent = {**GOOD, "anthropic-beta": "compact-2026-09-04,files-api-2025-04-14, ,compact-2026-09-04"}
    assert headers.checked(sent) == {"compact-2026-09-04", "files-api-2025-04-14"}


# What Claude Code 2.1.332, 2.1.197 (the second) and @ai-sdk/anthropic 3.0.140 (the last) send to the API.
OF_CLIENTS = (
    "claude-code-20250219,interleaved-thinking-2025-05-14,context-management-2025-06-27,per-turn-control-2026-07-01,"
    "mid-conversation-tool-changes-2026-07-01,thinking-token-count-2026-05-13,advanced-tool-use-2025-11-20,"
    "effort-2025-11-24",
    "claude-code-20250219,context-1m-2025-08-07,interleaved-thinking-2025-05-14,thinking-token-count-2026-05-13,"
    "context-management-2025-06-27,prompt-caching-scope-2026-01-05,mid-conversation-system-2026-04-07,effort-2025-11-24",
    "code-execution-2025-08-25,code-execution-web-tools-2026-02-09,mid-conversation-system-2026-04-07",
)


@pytest.mark.parametrize("sent", OF_CLIENTS)
def test_what_shipped_clients_of_the_api_send_is_known(sent: str) -> None:
    assert headers.checked({**GOOD, "anthropic-beta": sent}) == set(sent.split(","))
