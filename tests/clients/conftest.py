"""What the tests of the clients tell for the page `docs/clients.md`, which tools/clients_page.py makes of it."""

from collections.abc import Callable
from importlib.metadata import version
from typing import TypeAlias

import pytest

Tells: TypeAlias = Callable[..., None]


@pytest.fixture
def tells(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> Tells:
    """Note what a client meets: `tells(package, scenario, alone=..., repaired=...)`."""

    def note(package: str, scenario: str, alone: str, repaired: str) -> None:
        told = {"client": f"{package} {version(package)}", "scenario": scenario, "alone": alone, "repaired": repaired}
        record_property("client", told)

    return note
