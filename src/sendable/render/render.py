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
    rendering = Rendering(conversation, target, fields, Style.of(style).with_results(text_results))
    writer = rendering.writer()
    for at, message in enumerate(islice(conversation.messages, rendering.leading, None), rendering.leading):
        writer.write(message, at)
    return rendering.request(writer)


class Rendering:
    """What is settled about a rendering before its messages are written.

    Attributes:
        leading: how many system messages stand before everything else, and are no messages of the request.
        hears_system: whether the model hears system messages that stand later.
        style: the choices of the caller.
    """

    def __init__(
        self, conversation: Conversation, target: Target | None, fields: Mapping[str, Any] | None, style: Style
    ) -> None:
        self._conversation = conversation
        self._settings = all_settings(conversation.settings, fields)
        self._target = Target.of(target).for_request(self._settings)
        self.style = style
        self.leading = leading_system(conversation)
        self.hears_system = hears_system_messages(self._target)
        self._system = system_field(conversation, self.leading, style)

    def writer(self) -> Writer:
        """Writes the messages."""
        return Writer(self.hears_system, self.style, None if "system" in self._settings else self._system)

    def request(self, writer: Writer) -> Json:
        """The request, once the messages are written."""
        tools = self._conversation.tools
        definitions = None if tools is None else tool_definitions(tools)
        messages = writer.done()
        system = self._system if writer.system is None else writer.system
        return envelope(self._settings, self._target, definitions, system, messages)
