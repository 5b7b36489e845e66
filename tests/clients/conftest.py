"""What the tests of the clients tell for the page `docs/clients.md`, which tools/clients_page.py makes of it."""

import json
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import TypeAlias

import pytest

from sendable.emulator.server import serving
from tests.clients.gateways import Front, gateway

NODE = Path(__file__).parent / "node" / "package.json"
PACKAGES_OF_NODE = json.loads(NODE.read_text(encoding="utf-8"))["dependencies"]
Tells: TypeAlias = Callable[..., None]


@pytest.fixture(scope="session")
def front() -> Iterator[Front]:
    """A gateway that opens envelopes, in front of an emulator; for all tests."""
    calls = [{"match": {"text": "Draw", "step": 0}, "answer": {"call": {"name": "chart", "input": {}}}}]
    with (
        serving([*calls, {"answer": "All right."}]) as server,
        gateway(server.base_url, "--expand-content-blocks") as address,
    ):
        yield Front(server, address)


@pytest.fixture
def tells(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> Tells:
    """Note what a client meets: `tells(package, scenario, alone=..., repaired=...)`."""

    def note(package: str, scenario: str, alone: str, repaired: str, version: str = "") -> None:
        client = f"{package} {version or _version(package)}"
        told = {"client": client, "scenario": scenario, "alone": alone, "repaired": repaired}
        record_property("client", told)

    return note


def _version(package: str) -> str:
    if package in PACKAGES_OF_NODE:
        return str(PACKAGES_OF_NODE[package])
    return metadata.version(package)
