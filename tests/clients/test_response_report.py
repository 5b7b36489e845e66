"""The report that belongs to a response."""

import gc
from typing import Any

import httpx2
import pytest

from sendable.clients import response_report as module
from sendable.clients.response_report import attach, remember, report
from sendable.relay import Report

REPORT = Report(verdict="accepted", mode="repair")


class Parsed:
    pass


def test_what_never_passed_has_none() -> None:
    for other in (Parsed(), None, "text", {}, httpx2.Response(200)):
        assert report(other) is None


def test_it_lives_as_long_as_what_was_parsed() -> None:
    parsed = Parsed()
    remember(parsed, REPORT)
    assert report(parsed) is REPORT
    held = len(module._PARSED)
    del parsed
    gc.collect()
    assert len(module._PARSED) == held - 1
    # These cannot be referred to, and that is no reason to fail.
    for plain in ({}, "text", 1):
        remember(plain, REPORT)
    assert len(module._PARSED) == held - 1


def test_it_is_found_in_the_response_and_by_the_id_of_the_request() -> None:
    response = httpx2.Response(200, headers={"request-id": "req_test"})
    attach(response, REPORT)
    assert response.headers["sendable-verdict"] == "accepted"
    assert report(response) is REPORT
    for name in ("response", "http_response"):
        around: Any = Parsed()
        setattr(around, name, response)
        assert report(around) is REPORT
    named: Any = Parsed()
    named._request_id = "req_test"
    assert report(named) is REPORT
    named._request_id = "req_other"
    assert report(named) is None


def test_only_the_last_ids_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 2)
    monkeypatch.setattr(module, "_BY_REQUEST", {})
    for number in range(5):
        attach(httpx2.Response(200, headers={"request-id": f"req_{number}"}), REPORT)
    attach(httpx2.Response(200), REPORT)
    assert list(module._BY_REQUEST) == ["req_3", "req_4"]
