"""The one call that most people need: any history in, a request that can be sent out."""

from collections.abc import Mapping
from inspect import signature
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from sendable.collector import without_collector
from sendable.errors import UsageError
from sendable.prefix.ledger import Ledger
from sendable.render import Renderings, Style, TextResults, left_out, render
from sendable.repair.repair import Repaired, repair
from sendable.sources.load import load
from sendable.targets import Target
from sendable.wire.reread import read_sealed

_OPTIONS = signature(repair).parameters.keys() - {"request", "target"}


@without_collector
def prepare(
    source: object,
    target: Target | None = None,
    *,
    fields: Mapping[str, Any] | None = None,
    form: str | None = None,
    style: Style | None = None,
    text_results: TextResults | None = None,
    source_options: Mapping[str, Any] | None = None,
    ledger: Ledger | None = None,
    **options: Any,
) -> Repaired:
    """Load, render and repair a history.

    Args:
        source: a conversation, or anything that `load` takes.
        target: where it goes.
        fields: other fields of the request: tools, max_tokens, thinking, …
        form: name of the stored format; None finds it out.
        style: choices of the rendering.
        text_results: whether a result of text alone is forced to a "string" or to "blocks"; over the one in `style`.
        source_options: those of the format, such as `line` of openai-chat or `session` of openai-responses.
        ledger: as for `repair`; with one a conversation that grew is rendered from where it grew on, and its request
            holds the identical objects for what was said before, unless somebody changed them.
        options: the others of `repair`.

    Returns:
        The outcome of the repair, whose `lost` names what loading and rendering could not carry over.

    Raises:
        UnreadableError: the source is no history.
        UnsupportedContentBlockError, ContentDecodeError, CachePointError: a part has no form on the wire.
        UsageError: an option that does not exist.
    """
    unknown = options.keys() - _OPTIONS
    if unknown:
        raise UsageError(f"unknown option {min(unknown)!r}: one of {', '.join(sorted(_OPTIONS))}")
    conversation = load(source, form, **(source_options or {}))
    style = Style.of(style).with_results(text_results)
    # Where the request itself holds no model, as on Bedrock, it is still known here.
    settled = Target.of(target).for_request({**conversation.settings, **(fields or {})})
    request: object
    if ledger is None:
        request = render(conversation, target, fields=fields, style=style)
        left = left_out(conversation, settled, style=style)
    else:
        rendered = _RENDERINGS.setdefault(ledger, Renderings()).render(conversation, target, fields, style)
        request, left = read_sealed(rendered.request, rendered.seals), rendered.lost
    repaired = repair(request, settled, ledger=ledger, **options)
    lost = [*conversation.lost, *left]
    return msgspec.structs.replace(repaired, lost=lost) if lost else repaired


_RENDERINGS: WeakKeyDictionary[Ledger, Renderings] = WeakKeyDictionary()
"""They live as long as the ledger of the conversations."""
