import logging
from pathlib import Path

import msgspec
import pytest

from sendable.gateway.watch import Watch
from tests.gateway.raw import Recorded, between, said
from tests.gateway.talk import BROKEN, encoded, posted
from tests.gateway.test_looked_at import ANSWER


def test_a_report_is_written_for_each_request(tmp_path: Path) -> None:
    with between(Recorded(ANSWER), report=str(tmp_path)) as (server, _):
        said(server, posted(encoded(BROKEN)))
        said(server, b"GET /v1/models HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    [file] = tmp_path.iterdir()
    looked_at, passed = map(msgspec.json.decode, file.read_bytes().splitlines())
    assert looked_at["sendable"]["verdict"] == "repaired"
    assert [change["pass"] for change in looked_at["sendable"]["changes"]] == ["answer_missing_results"]
    assert (passed["endpoint"], "sendable" in passed) == ("passed", False)


def test_what_could_not_be_recorded_is_told(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> None:
        raise OSError("sk-secret")

    with caplog.at_level(logging.INFO), Watch() as watch:
        watch.aside.do("case", broken)
    assert "could not record: case" in caplog.text
    assert "sk-secret" not in caplog.text
    assert b'sendable_lost_total{what="case"} 1.0' in watch.metrics.text()[0]


def test_in_flight_goes_up_and_down() -> None:
    with Watch() as watch:
        outcomes = [watch.begun() for _ in range(3)]
        assert watch.in_flight == 3
        for outcome in outcomes:
            watch.done(outcome)
        assert watch.in_flight == 0
