from datetime import UTC, datetime

from sendable.emulator.kept_batches import Batch, refused_field, written


def test_a_batch_goes_from_work_to_its_end() -> None:
    done = [{"custom_id": "a", "result": {"type": "succeeded"}}, {"custom_id": "b", "result": {"type": "errored"}}]
    batch = Batch("msgbatch_1", done, datetime(2026, 1, 2, tzinfo=UTC))
    assert batch.described("http://x")["request_counts"]["processing"] == 2
    batch.end()
    batch.cancel()
    told = batch.described("http://x")
    assert (told["request_counts"]["succeeded"], told["request_counts"]["errored"]) == (1, 1)
    assert told["results_url"] == "http://x/v1/messages/batches/msgbatch_1/results"
    assert told["expires_at"] == "2026-01-03T00:00:00Z"
    assert batch.lines.count(b"\n") == 2


def test_times_are_written_as_the_api_writes_them() -> None:
    assert written(datetime(2026, 1, 2, 3, tzinfo=UTC)) == "2026-01-02T03:00:00Z"
    assert written(None) is None


def test_a_stream_is_no_part_of_a_batch() -> None:
    assert refused_field({"stream": True}) == "stream"
    assert refused_field({"stream": False}) == ""
