from typing import Any

import pytest

from sendable import UsageError
from sendable.relay import Settings


@pytest.mark.parametrize(
    "fields",
    [
        {"mode": "mend"},
        {"platform": "azure"},
        {"options": {"max_losses": "drops"}},
        {"options": {"max_loss": "all"}},
        {"options": {"add_betas": True}},
        {"options": {"invent": "no"}},
        {"fail_closed": "yes"},
        {"enforces_prefix": None},
    ],
)
def test_what_does_not_exist_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        Settings(**fields)


def test_options_of_repair_are_taken() -> None:
    options = {"max_loss": "demotes", "invent": False, "keep_orphans": True, "keep_tool_search": True}
    assert Settings(options=options).options == options
