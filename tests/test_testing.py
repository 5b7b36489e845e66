import subprocess
import sys

import anthropic
import httpx2
import pytest

from sendable.errors import UsageError
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


@pytest.mark.messages_api(platform="bedrock", strict_unknown=True)
class TestMarks:
    @pytest.mark.messages_api(platform="foundry")
    def test_the_mark_of_a_test_goes_before_that_of_its_class(self, messages_api: MessagesApi) -> None:
        body = request(user("Hi"), brand_new=1)
        httpx2.post(f"{messages_api.base_url}/v1/messages", json=body, headers=HEADERS)
        [rejection] = messages_api.rejections
        assert (rejection.rule, rejection.path, rejection.status) == ("unknown-top-field", "brand_new", 400)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("'bedrock'", "takes its options by name"),
        ("platform='aws'", "unknown platform 'aws'"),
        ("enforces_prefix='no'", "enforces_prefix is True or False"),
        ("strictness=1", "unknown option strictness"),
    ],
)
def test_options_that_there_are_not_are_told(pytester: pytest.Pytester, options: str, said: str) -> None:
    pytester.makepyfile(f"import pytest\n@pytest.mark.messages_api({options})\ndef test(messages_api): ...")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(f"*UsageError: *{said}*")


def test_what_a_script_lets_fail_is_no_rejection(messages_api: MessagesApi) -> None:
    messages_api.script({"error": 529})
    httpx2.post(f"{messages_api.base_url}/v1/messages", json=request(user("Hi")), headers=HEADERS)
    assert messages_api.rejections == []
    assert [(fault.status, fault.type) for fault in messages_api.faults] == [(529, "overloaded_error")]


def test_a_script_that_cannot_be_read_is_told_where_it_is_set(messages_api: MessagesApi) -> None:
    with pytest.raises(UsageError, match=r"^rules\.1\.answer\.call\.inputs: unknown field"):
        messages_api.script({"match": "a", "answer": "b"}, {"answer": {"call": {"name": "c", "inputs": {}}}})


def test_loading_it_loads_nothing_of_the_server() -> None:
    code = "import sys, sendable.testing; print(sorted({'uvicorn', 'yaml', 'sendable.emulator'} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.strip() == "[]"
