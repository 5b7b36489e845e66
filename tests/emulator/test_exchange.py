import msgspec

from sendable.emulator.exchange import encoded, json_answer


def test_halves_of_characters_are_written_as_escapes() -> None:
    assert encoded({"a": "\ud83d"}) == b'{"a":"\\ud83d"}'


def test_an_answer_holds_json() -> None:
    answer = json_answer({"a": [1]}, 201, {"x": "y"})
    assert (answer.status, msgspec.json.decode(answer.body or b""), answer.headers) == (201, {"a": [1]}, {"x": "y"})
