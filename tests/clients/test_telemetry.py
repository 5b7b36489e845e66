"""The report on the span in which a request was made."""

import subprocess
import sys
from typing import Any

import anthropic
import pytest

import sendable
from sendable.testing import MessagesApi
from tests.clients.test_middleware import BROKEN, WHOLE
from tests.emulator.calling import KEY

pytest.importorskip("opentelemetry.sdk", reason="opentelemetry-sdk is not installed")

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter


@pytest.fixture
def kept() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def provider(kept: InMemorySpanExporter) -> TracerProvider:
    made = TracerProvider()
    made.add_span_processor(SimpleSpanProcessor(kept))
    return made


def test_the_span_of_the_sdk_gets_an_event(
    messages_api: MessagesApi, kept: InMemorySpanExporter, provider: TracerProvider
) -> None:
    with anthropic.Anthropic(
        base_url=messages_api.base_url,
        api_key=KEY,
        middleware=[sendable.Middleware()],
        open_telemetry={"tracer_provider": provider},
    ) as client:
        client.messages.create(**BROKEN)
        with client.messages.stream(**BROKEN) as stream:
            assert stream.get_final_message().content
    told = [event.name for span in kept.get_finished_spans() for event in span.events]
    assert told.count("sendable.report") == 2


def test_the_span_around_a_request_gets_an_event(
    messages_api: MessagesApi, kept: InMemorySpanExporter, provider: TracerProvider, tmp_path: Any
) -> None:
    tracer = provider.get_tracer("test")
    between = sendable.Middleware(ledger=tmp_path / "ledger.db")
    with anthropic.Anthropic(
        base_url=messages_api.base_url, api_key=KEY, middleware=[between], open_telemetry=False
    ) as client:
        with tracer.start_as_current_span("agent"):
            client.messages.create(**BROKEN)
            client.messages.create(**WHOLE)
        # Without a span there is nothing to tell.
        client.messages.create(**BROKEN)
    (span,) = kept.get_finished_spans()
    repaired, accepted = span.events
    assert repaired.name == accepted.name == "sendable.report"
    assert dict(repaired.attributes or {}) == {
        "sendable.verdict": "repaired",
        "sendable.mode": "repair",
        "sendable.platform": "api",
        "sendable.endpoint": "messages",
        "sendable.changes": 1,
        "sendable.passes": ("answer_missing_results",),
        "sendable.rules": ("tool-use-without-result",),
    }
    assert dict(accepted.attributes or {}) == {
        "sendable.verdict": "accepted",
        "sendable.mode": "repair",
        "sendable.platform": "api",
        "sendable.endpoint": "messages",
    }


def test_it_is_not_imported_where_nobody_uses_it() -> None:
    code = (
        "import sys, sendable; from sendable.relay import Report; from sendable.clients.telemetry import tell_span;"
        "tell_span(Report(verdict='accepted', mode='repair'));"
        "assert not {'opentelemetry', 'anthropic', 'httpx', 'httpx2', 'anyio'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
