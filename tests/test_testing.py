import subprocess
import sys

import anthropic
import httpx2
import pytest

from sendable.testing import MessagesApi
from sendable.wire.build import request, user

pytest_plugins = ["pytester"]

HEADERS = {"x-api-key": "any", "anthropic-version": "2023-06-01"}


def test_the_fixture_is_there_without_an_import(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test(messages_api): assert messages_api.base_url.startswith('http://127.0.0.1:')")
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_what_was_asked_and_refused_can_be_read(messages_api: MessagesApi) -> None:
    messages_api.script("Hello.")
    good, bad = request(user("Hi")), request()
    statuses = [
        httpx2.post(f"{messages_api.base_url}/v1/messages", json=body, headers=HEADERS).status_code
        for body in (good, bad)
    ]
    assert statuses == [200, 400]
    assert messages_api.requests == [good, bad]
    assert [(held.rule, held.message) for held in messages_api.rejections] == [
        ("messages-empty", "messages: at least one message is required")
    ]


def test_a_script_may_be_several_rules_and_taken_back(messages_api: MessagesApi) -> None:
    client = anthropic.Anthropic(base_url=messages_api.base_url, api_key="any")

    def said() -> str:
        answer = client.messages.create(
            model="claude-opus-4-8", max_tokens=9, messages=[{"role": "user", "content": "Hi"}]
        )
        return str(answer.content[0].to_dict()["text"])

    messages_api.script({"match": "nothing", "answer": "A"}, lambda turn: f"B {turn.text}")
    assert said() == "B Hi"
    messages_api.script()
    assert said() == "All right."
    client.close()


@pytest.mark.messages_api(platform="foundry", strict_unknown=True)
def test_options_come_with_a_mark(messages_api: MessagesApi) -> None:
    body = request(user("Hi"), brand_new=1)
    answer = httpx2.post(f"{messages_api.base_url}/v1/messages", json=body, headers=HEADERS)
    assert answer.status_code == 400


def test_loading_it_loads_nothing_of_the_server() -> None:
    code = "import sys, sendable.testing; print(sorted({'uvicorn', 'yaml', 'sendable.emulator'} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.strip() == "[]"
