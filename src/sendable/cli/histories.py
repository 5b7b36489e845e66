"""Inputs that are no request but the history of a framework: found out, loaded, and rendered for the judgement."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sendable.cli.fields import Joined, joined
from sendable.cli.inputs import STDIN, holds_lines, read_lines, read_whole
from sendable.cli.lines import Line, no_exchange, read_line
from sendable.cli.loading import Loading
from sendable.cli.targeting import Targeting
from sendable.conversation import Conversation, Lost
from sendable.errors import PlacedError, UnreadableError, UsageError
from sendable.render import Style, left_out, render
from sendable.reporting.page import Page
from sendable.sources.load import format_of, load
from sendable.sources.stored import SQLITE, Stored, stored
from sendable.targets import Target
from sendable.wire.read import Source, read
from sendable.wire.typed import field_fits, fits

REQUEST = "anthropic"
"""The form of a request itself, which is judged as it is, without loading and rendering."""
ONE_A_FILE = ("claude-code", "mcp")
"""Formats whose lines are one history together."""
_LOOKED_AT = 20
_MOST_LOST = 8


class Given(NamedTuple):
    """One input, ready to be judged.

    Attributes:
        held: the request, with the fields around it.
        data: the bytes that it was read from.
        form: the format it was loaded from; None for a request.
        stored: the history, for a way back; None for a request.
        lost: what the history held and the conversation cannot.
        around: the object that holds the request as its `request`; None for a request that stands alone.
    """

    held: Joined
    data: bytes
    form: str | None = None
    stored: Stored | None = None
    lost: Sequence[Lost] = ()
    around: dict[str, Any] | None = None

    def whole(self, request: Any) -> Any:
        """A request with what stood around the one that was read."""
        return request if self.around is None else {**self.around, "request": request}

    @property
    def places(self) -> bytes:
        """The bytes that paths speak of: those of a request; none for a history, which is another text."""
        return self.data if self.form is None else b""

    def record(self) -> dict[str, Any]:
        """What an answer says of the history; nothing for a request."""
        if self.form is None:
            return {}
        return {"from": self.form, "lost": [{"path": one.path, "what": one.what} for one in self.lost]}


def given(name: str, form: str | None, targeting: Targeting, fields: dict[str, Any] | None) -> Given:
    """Read an input, whatever it is.

    Raises:
        UnreadableError: it is no request and no history, or holds what has no form in a request; then with its place.
    """
    data = read_whole(name)
    held = history(name, data, form)
    found = form or (format_of(held) if held is not None else None)
    options = targeting.loading.of(found or REQUEST)
    if held is None or found in (None, REQUEST):
        return _request(data, held, targeting, fields)
    conversation = _chosen(held, found or REQUEST, options)
    source, settled = rendered(conversation, targeting.default, fields)
    lost = [*conversation.lost, *left_out(conversation, settled)]
    return Given(Joined(source, settled, {}, source), data, found, held, lost)


def _chosen(held: Any, form: str, options: dict[str, Any]) -> Conversation:
    """The conversation, of several the one that the options choose.

    Raises:
        UnreadableError: it is no such history, or holds several and none was chosen: the fault of one input alone.
    """
    try:
        return load(held, form, **options)
    except UsageError as fault:
        raise UnreadableError(str(fault)) from None


def _request(data: bytes, held: Stored | None, targeting: Targeting, fields: dict[str, Any] | None) -> Given:
    """A request, or one line of a log that stands in a file of its own."""
    around = held.value if held is not None and _holds_request(held.value) else None
    if around is None:
        return Given(joined(no_exchange(read(data)), targeting.default, fields), data)
    line = read_line(data, 1, targeting)
    if line.source is None:
        raise UnreadableError(line.error)
    return Given(joined(line.source, line.target, fields), data, around=around)


def _holds_request(value: Any) -> bool:
    return isinstance(value, dict) and "messages" not in value and isinstance(value.get("request"), (dict, list))


def conversation_of(name: str, form: str | None, loading: Loading) -> Conversation:
    """The conversation of an input, a request included.

    Raises:
        UnreadableError: it is no known history.
    """
    data = read_whole(name)
    held = history(name, data, form)
    if held is not None and form in (None, REQUEST) and _holds_request(held.value):
        return load(held.value["request"], form)
    found = form or format_of(held or data)
    return load(held or data, found, **(loading.of(found) if found is not None else {}))


def history(name: str, data: bytes, form: str | None) -> Stored | None:
    """An input as it was stored; None for what is no JSON, which is told in the words for a request.

    Raises:
        UnreadableError: a format is named, and this is no JSON at all.
    """
    if data.startswith(SQLITE) and name != STDIN:
        return stored(Path(name))
    try:
        return stored(data)
    except UnreadableError:
        if form in (None, REQUEST):
            return None
        raise


def rendered(
    conversation: Conversation, target: Target, fields: dict[str, Any] | None, style: Style | None = None
) -> tuple[Source, Target]:
    """The request of a conversation, and the target with the model that the conversation names.

    A history without its tools is judged as a bare array of messages is: by nothing that it does not show.

    Raises:
        UnreadableError: a part has no form in a request, with its place.
    """
    settled = target.for_request({**conversation.settings, **(fields or {})})
    try:
        source = read(render(conversation, settled, fields=fields, style=style))
    except PlacedError as fault:
        raise UnreadableError(f"{fault.path}: {fault}" if fault.path else str(fault)) from None
    if "tools" not in source.request:
        source = msgspec.structs.replace(source, shape="messages")
    return source, settled


def tell_lost(page: Page, lost: Sequence[Lost]) -> None:
    """Add what a history held and the conversation cannot."""
    for one in lost[:_MOST_LOST]:
        page.paragraph(f"{one.path}: {one.what}", "soft", first="lost  ")
    if len(lost) > _MOST_LOST:
        page.paragraph(f"… and {len(lost) - _MOST_LOST} more", "soft", indent=8)


def by_lines(name: str, jsonl: bool, form: str | None) -> bool:
    """Whether each line of an input is a request or a history of its own.

    Raises:
        UsageError: lines are asked for, of a format whose lines are one history.
    """
    if jsonl and form in ONE_A_FILE:
        raise UsageError(f"the lines of {form} are one history: leave --jsonl out")
    if jsonl or not holds_lines(name, jsonl):
        return jsonl
    if form in ONE_A_FILE:
        return False
    first = _first_lines(name)
    try:
        if form is None:
            found = format_of(b"\n".join(first))
            # Lines that are a history only together hold one message each.
            return found is None or (found not in ONE_A_FILE and format_of(first[0]) is not None)
        return form == REQUEST or not first or format_of(first[0]) == form
    except UnreadableError:
        return True


def _first_lines(name: str) -> list[bytes]:
    found: list[bytes] = []
    try:
        for _, text in read_lines(name):
            found.append(text.strip())
            if len(found) == _LOOKED_AT:
                break
    except UnreadableError:
        return []
    return found


def read_inputs(
    name: str, targeting: Targeting, form: str | None, fields: dict[str, Any] | None
) -> Iterator[tuple[Line, dict[str, Any]]]:
    """The lines of an input, each with what is said of its history.

    Raises:
        UnreadableError: the input cannot be read.
    """
    for number, text in read_lines(name):
        if form not in (None, REQUEST):
            yield _history_line(text, number, targeting, str(form), fields)
            continue
        line = read_line(text, number, targeting)
        found = _form_of(line) if form is None else None
        if line.source is None or found in (None, REQUEST):
            yield line, {}
        else:
            yield _history_line(line.source.whole, line.id, targeting, str(found), fields)


def _form_of(line: Line) -> str | None:
    """The format of a line that nobody named; None for one that names its request."""
    if line.source is None or line.around or line.source.shape == "batch":
        return None
    # nearly every line is a request, and to ask all formats takes longer than to judge it
    if _is_plain(line.source.request):
        return REQUEST
    return format_of(Stored(value=line.source.whole))


def _is_plain(request: dict[str, Any]) -> bool:
    """Whether nothing in a request is a mark of another format: a system message in front is one, and its tools."""
    messages, tools = request.get("messages"), request.get("tools")
    if not fits(messages) or not messages or messages[0]["role"] == "system":
        return False
    return tools is None or field_fits("tools", tools)


def _history_line(
    value: Any, name: Any, targeting: Targeting, form: str, fields: dict[str, Any] | None
) -> tuple[Line, dict[str, Any]]:
    target = targeting.default
    try:
        conversation = _chosen(value, form, targeting.loading.of(form))
        source, settled = rendered(conversation, target, fields)
    except UnreadableError as fault:
        return Line(name, None, target, str(fault)), {}
    gone = [*conversation.lost, *left_out(conversation, settled)]
    lost = [{"path": one.path, "what": one.what} for one in gone]
    return Line(name, source, settled), {"from": form, "lost": lost}
