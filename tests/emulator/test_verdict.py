import pytest

from sendable.wire.build import request, user
from tests.emulator.calling import emulator, post, said

FILE = {"type": "image", "source": {"type": "file", "file_id": "file_1"}}


def test_the_contract_speaks_before_the_model_is_looked_for() -> None:
    assert said(post(emulator(), request(model="nobody"))) == "messages: at least one message is required"
    assert said(post(emulator(), request(user("Hi"), model="nobody"))) == "model: nobody"


def test_a_file_that_was_deleted_is_not_found_and_one_that_nobody_knows_passes() -> None:
    to = emulator()
    body = request(user(FILE), model="claude-opus-4-8")
    assert post(to, body, betas="files-api-2025-04-14").status == 200
    to.gone.add("file_1")
    answer = post(to, body, betas="files-api-2025-04-14")
    assert (answer.status, said(answer)) == (404, "File not found: file_1")


@pytest.mark.parametrize("strict", [False, True])
def test_known_names_pass_either_way(strict: bool) -> None:
    assert post(emulator(strict_unknown=strict), request(user("Hi"))).status == 200
