"""The one call that most people need: any history in, a request that can be sent out."""

from collections.abc import Mapping
from inspect import signature
from typing import Any

import msgspec

from sendable.collector import without_collector
from sendable.errors import UsageError
from sendable.render import Style, TextResults, left_out, render
from sendable.repair.repair import Repaired, repair
from sendable.sources.load import load
from sendable.targets import Target

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
        options: those of `repair`.

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
    request = render(conversation, target, fields=fields, style=style, text_results=text_results)
    # Where the request itself holds no model, as on Bedrock, it is still known here.
    settled = Target.of(target).for_request({**conversation.settings, **(fields or {})})
    repaired = repair(request, settled, **options)
    lost = [*conversation.lost, *left_out(conversation, settled, style=style)]
    return msgspec.structs.replace(repaired, lost=lost) if lost else repaired
