from typing import Any

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


@pytest.mark.parametrize(
    ("fields", "rule", "path"),
    [
        ({"brand_new": 1}, "unknown-top-field", "brand_new"),
        ({"metadata": {"brand_new": 1}}, "unknown-nested-field", "metadata.brand_new"),
        (
            {"messages": [user({"type": "text", "text": "a", "brand_new": 1})]},
            "unknown-nested-field",
            "messages.0.content.0.brand_new",
        ),
        ({"messages": [user({"type": "brand_new"})]}, "content-block-unknown-type", "messages.0.content.0"),
        ({"model": "nobody"}, "", "model"),
    ],
)
def test_a_rejection_names_rule_and_place(fields: Any, rule: str, path: str) -> None:
    to = emulator(strict_unknown=True)
    post(to, {**request(user("Hi"), model="claude-opus-4-8"), **fields})
    [rejection] = to.rejections
    assert (rejection.rule, rejection.path) == (rule, path)
