"""The options that say where a request goes, shared by all commands that take one."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
import msgspec

from sendable.cli.loading import Loading, loading_option
from sendable.errors import UnreadableError, UsageError
from sendable.sources.load import FORMATS
from sendable.targets import ENDPOINTS, PLATFORMS, Target

F = TypeVar("F", bound=Callable[..., Any])

_MOST_KEPT = 4096

_OPTIONS = (
    click.option("--model", metavar="M", help="Model that it goes to, in place of the one in the request."),
    click.option(
        "--platform", type=click.Choice(PLATFORMS), default="api", show_default=True, help="Platform it goes to."
    ),
    click.option(
        "--beta",
        "betas",
        metavar="B",
        multiple=True,
        help="A beta that is sent; give one for each, or none for no beta. Without: whatever is needed is sent.",
    ),
    click.option(
        "--endpoint", type=click.Choice(ENDPOINTS), default="messages", show_default=True, help="Endpoint it goes to."
    ),
    click.option(
        "--old-account", is_flag=True, help="The account is older than 2026-08-31: no check of what precedes thinking."
    ),
    click.option(
        "--from",
        "form",
        type=click.Choice(tuple(FORMATS)),
        help="What the input is stored in; found out if not said.",
    ),
    loading_option,
    click.option(
        "--with",
        "fields",
        metavar="FIELDS.json",
        help="The other fields of the request (tools, system, max_tokens ...), for inputs that lack them.",
    ),
)


def target_options(command: F) -> F:
    """Give a command the options of a target."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


class _Fields(msgspec.Struct, forbid_unknown_fields=True):
    """The `target` of a line; what it leaves out or gives as null is taken from the options."""

    platform: str | None = None
    model: str | None = None
    betas: list[str] | None = None
    endpoint: str | None = None
    enforces_prefix: bool | None = None


class Targeting:
    """The target that the options name, those that single lines name for themselves, and how a history is loaded."""

    def __init__(
        self,
        model: str | None,
        platform: str,
        betas: tuple[str, ...],
        endpoint: str,
        old_account: bool,
        loading: tuple[str, ...] = (),
    ) -> None:
        self.loading = Loading(loading)
        self.default = Target(platform, model, _named_betas(betas), endpoint, not old_account)
        self._kept: dict[bytes, Target] = {}
        self._decoder = msgspec.json.Decoder(_Fields)

    def of_line(self, text: bytes) -> Target:
        """The target that a line names, as JSON.

        Raises:
            UnreadableError: it is no object of a target's fields, or names an unknown platform or endpoint.
        """
        known = self._kept.get(text)
        if known is not None:
            return known
        try:
            fields = self._decoder.decode(text) if text != b"null" else _Fields()
            made = self._made(fields)
        except (msgspec.DecodeError, UnicodeDecodeError, UsageError) as fault:
            raise UnreadableError(f"target: {fault}") from None
        if len(self._kept) < _MOST_KEPT:
            self._kept[text] = made
        return made

    def _made(self, fields: _Fields) -> Target:
        default = self.default
        return Target(
            fields.platform or default.platform,
            fields.model if fields.model is not None else default.model,
            fields.betas if fields.betas is not None else default.betas,
            fields.endpoint or default.endpoint,
            default.enforces_prefix if fields.enforces_prefix is None else fields.enforces_prefix,
        )


def _named_betas(betas: tuple[str, ...]) -> list[str] | None:
    """The betas as given, one by one or joined by commas as in the header; None when nothing was said."""
    if not betas:
        return None
    names = [name for beta in betas for part in beta.split(",") if (name := part.strip())]
    if "none" not in names:
        return names
    if names.count("none") < len(names):
        raise UsageError("--beta none means that no beta is sent: it does not go with others")
    return []
