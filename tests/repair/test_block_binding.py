from typing import Any

import pytest

from sendable.contract.prefix_check import BINDING_BETA
from sendable.repair.block_binding import DROP_BLOCK, set_drop_block
from sendable.repair.options import Options
from sendable.targets import Target
from sendable.wire.build import request, user
from tests.repair.drafts import draft_of, settled, told


def test_model_that_thinks_unasked_gets_the_setting() -> None:
    draft = draft_of(request(user("a"), model="claude-opus-5-5"))
    assert set_drop_block(draft, "some-rule")
    assert settled(draft)["thinking"] == {"type": "adaptive", "block_binding": DROP_BLOCK}
    assert told(draft) == [("some-rule", "thinking", "drops")]
    assert draft.betas == {BINDING_BETA}


def test_what_is_set_already_is_no_change() -> None:
    setting = {"type": "adaptive", "block_binding": DROP_BLOCK}
    draft = draft_of(request(user("a"), model="claude-opus-5-5", thinking=setting))
    assert set_drop_block(draft, "some-rule")
    assert told(draft) == []


@pytest.mark.parametrize("setting", [{"type": "disabled"}, {"type": "between_tools"}, "adaptive", 5])
def test_other_ways_of_thinking_do_not_take_it(setting: Any) -> None:
    draft = draft_of(request(user("a"), model="claude-sonnet-5-5", thinking=setting))
    assert not set_drop_block(draft, "some-rule")
    assert told(draft) == []


def test_beta_that_is_known_to_be_missing_forbids_it_unless_betas_may_be_added() -> None:
    target = Target(model="claude-opus-5-5", betas=[])
    assert not set_drop_block(draft_of(request(user("a")), target), "some-rule")
    assert set_drop_block(draft_of(request(user("a")), target, Options(add_betas=True)), "some-rule")


def test_unknown_model_is_not_asked() -> None:
    assert not set_drop_block(draft_of(request(user("a"), model="a-model-of-tomorrow")), "some-rule")
