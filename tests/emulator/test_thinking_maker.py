from typing import Any

import pytest

from tests.emulator.calling import emulator
from tests.emulator.dialogue import Dialogue


@pytest.mark.parametrize(
    ("model", "display", "shown"),
    [
        ("claude-opus-5-5", None, False),
        ("claude-opus-5-5", "summarized", True),
        ("claude-opus-4-6", None, True),
        ("claude-opus-4-6", "omitted", False),
    ],
)
def test_thinking_is_shown_as_the_request_or_else_the_model_has_it(model: str, display: Any, shown: bool) -> None:
    setting = {"type": "adaptive", **({"display": display} if display else {})}
    talk = Dialogue(emulator([{"thinking": "Hm."}, "Done."]), model, thinking=setting)
    block = talk.say("Hi")["content"][0]
    assert block["thinking"] == ("Hm." if shown else "")
    assert block["signature"]


def test_a_signature_that_the_script_gives_is_kept() -> None:
    talk = Dialogue(emulator([{"thinking": "Hm.", "signature": "EqQBCgIYAhIM"}, {"thinking": "So."}, "Done."]))
    content = talk.say("Hi")["content"]
    assert content[0] == {"type": "thinking", "thinking": "Hm.", "signature": "EqQBCgIYAhIM"}
    talk.say("And then?")


def test_two_emulators_sign_with_keys_of_their_own_unless_given_one() -> None:
    def signature(**options: Any) -> str:
        return str(Dialogue(emulator(**options)).say("Hi")["content"][0]["signature"])

    assert signature() != signature()
    assert signature(key=b"k") == signature(key=b"k")
