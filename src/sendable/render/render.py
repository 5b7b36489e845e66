"""The request of a conversation."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from sendable.conversation import Conversation
from sendable.render.envelope import all_settings, envelope
from sendable.render.messages import Writer
from sendable.render.style import Style, TextResults
from sendable.render.system import hears_system_messages, leading_system, system_field
from sendable.render.tools import tool_definitions
from sendable.targets import Target

Json = dict[str, Any]


def render(
    conversation: Conversation,
    target: Target | None = None,
    *,
    fields: Mapping[str, Any] | None = None,
    style: Style | None = None,
    text_results: TextResults | None = None,
) -> Json:
    """Map a conversation to a request, part by part. Nothing is repaired, and nothing merged but the results of a turn.

    Args:
        conversation: what was said.
        target: where it goes: says whether later system messages can stay where they are, and the envelope's form.
        fields: other fields of the request; they win over those that the conversation was loaded with.
        style: choices about text results, thinking and native calls of other providers.
        text_results: that choice alone, over the one in `style`.

    Raises:
        UnsupportedContentBlockError: a part has no form on the wire; `path` says which.
        ContentDecodeError: the data of a plain text document cannot be read.
        CachePointError: a cache point has nothing to stand behind.
        UsageError: the fields are no mapping or hold messages, the style is none, or a choice does not exist.
    """
    settings = all_settings(conversation.settings, fields)
    target = Target.of(target).for_request(settings)
    style = Style.of(style)
    if text_results is not None:
        style = Style(text_results=text_results, thinking=style.thinking, native=style.native)
    leading = leading_system(conversation)
    system = system_field(conversation, leading, style)
    writer = Writer(hears_system_messages(target), style, None if "system" in settings else system)
    for at, message in enumerate(islice(conversation.messages, leading, None), leading):
        writer.write(message, at)
    tools = None if conversation.tools is None else tool_definitions(conversation.tools)
    messages = writer.done()
    return envelope(settings, target, tools, system if writer.system is None else writer.system, messages)
