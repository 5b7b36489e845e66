import re

from tests.gateway.raw import Recorded, between, said
from tests.gateway.talk import BROKEN, HOPELESS, SOUND, encoded, parts, posted
from tests.gateway.test_looked_at import ANSWER, BOUND, THOUGHT, Scripted, answered, refused

METRICS = b"GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
GET = b"GET /v1/models HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


def counts(answer: bytes) -> dict[str, float]:
    status, headers, body = parts(answer)
    assert (status, headers["content-type"].partition(";")[0]) == (200, "text/plain")
    found = re.findall(r"^(sendable_\w+(?:\{.*\})?) (\S+)$", body.decode(), re.MULTILINE)
    return {name: float(value) for name, value in found}


def test_everything_is_counted() -> None:
    kept = Scripted(answered(refused(BOUND), b"400 Bad Request"), ANSWER)
    with between(kept) as (server, _):
        for body in (THOUGHT, SOUND, BROKEN, HOPELESS):
            said(server, posted(encoded(body)))
        said(server, GET)
        said(server, b"NONSENSE\r\n\r\n")
        seen = counts(said(server, METRICS))
    expected = {
        'sendable_requests_total{endpoint="messages",status="200",verdict="accepted"}': 1,
        'sendable_requests_total{endpoint="messages",status="200",verdict="repaired"}': 2,
        'sendable_requests_total{endpoint="messages",status="400",verdict="rejected"}': 1,
        'sendable_requests_total{endpoint="passed",status="200",verdict="none"}': 1,
        'sendable_requests_total{endpoint="refused",status="400",verdict="none"}': 1,
        'sendable_findings_total{rule="tool-use-without-result"}': 1,
        'sendable_changes_total{by="answer_missing_results",loss="keeps"}': 1,
        'sendable_upstream_responses_total{status="200"}': 4,
        'sendable_gateway_failures_total{cause="unknown-method"}': 1,
        "sendable_retries_total": 1,
        "sendable_added_seconds_count": 4,
        'sendable_answer_seconds_count{endpoint="passed"}': 1,
        "sendable_in_flight": 0,
    }
    assert {name: seen.get(name) for name in expected} == expected
    assert [name for name in seen if "_created" in name] == []
    assert seen['sendable_costs_total{what="cache_restarts"}'] >= 1


def test_a_scrape_is_not_counted_as_a_request() -> None:
    with between(Recorded()) as (server, _):
        said(server, METRICS)
        assert not any(name.startswith("sendable_requests") for name in counts(said(server, METRICS)))
