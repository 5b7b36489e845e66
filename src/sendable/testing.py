"""The pytest fixture `messages_api`: a Messages API on this machine that refuses what the real one refuses.

    def test_agent(messages_api):
        messages_api.script("Hello.")
        client = Anthropic(base_url=messages_api.base_url, api_key="any")
        ...
        assert messages_api.rejections == []

It needs the extra `emulator`. The mark `messages_api(**options)` sets its options, such as `enforces_prefix=False`;
what stands at a test goes before what stands at its class or module.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from sendable.emulator.exchange import Rejection
    from sendable.emulator.server import Server


class MessagesApi:
    """An emulator that is being served.

    Attributes:
        base_url: where it is; what a client is given as its base address.
    """

    def __init__(self, server: "Server") -> None:
        self._server = server
        self._emulator = server.emulator
        self.base_url: str = server.base_url

    @property
    def requests(self) -> list[dict[str, Any]]:
        """The bodies that came, in order, the refused ones included."""
        return list(self._emulator.requests)

    @property
    def rejections(self) -> list["Rejection"]:
        """What was refused, in order. What a script let fail is none of it."""
        return list(self._emulator.rejections)

    @property
    def faults(self) -> list["Rejection"]:
        """What failed because a script wanted it so, or because the script itself is broken, in order."""
        return list(self._emulator.faults)

    def script(self, *rules: Any) -> None:
        """Say what is answered from now on.

        Args:
            rules: rules, or callables that are given the turn; a single one may also be a whole script, or an answer
                to every request. None at all goes back to the answers without a script.
        """
        self._emulator.follow(rules[0] if len(rules) == 1 else list(rules) or None)


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line("markers", "messages_api(**options): options of the fixture of that name")


@pytest.fixture
def messages_api(request: pytest.FixtureRequest) -> Iterator[MessagesApi]:
    """A Messages API on this machine, for one test."""
    from sendable.emulator.server import serving

    options: dict[str, Any] = {}
    for mark in reversed(list(request.node.iter_markers("messages_api"))):
        if mark.args:
            raise pytest.UsageError("the mark messages_api takes its options by name, such as platform='bedrock'")
        options |= mark.kwargs
    with serving(**options) as server:
        yield MessagesApi(server)
