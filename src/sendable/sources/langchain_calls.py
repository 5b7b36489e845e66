"""Who speaks in a LangChain message, and the calls that stand beside its content."""

from typing import Any

import msgspec

from sendable.conversation import Part, ToolCall
from sendable.sources.openai_parts import arguments_of, text_of

Json = dict[str, Any]

OWN = "anthropic"


class Speaker(msgspec.Struct, frozen=True):
    """The model that spoke.

    Attributes:
        provider: its provider; None where the history does not say. A Claude's is Anthropic, whoever runs it.
        model: its name; None where the history does not say.
    """

    provider: str | None
    model: str | None

    @classmethod
    def of(cls, message: Json) -> "Speaker":
        """The speaker of a message, from the metadata of its response."""
        held = message.get("response_metadata")
        metadata = held if isinstance(held, dict) else {}
        names = [metadata.get(name) for name in ("model_name", "model", "model_id")]
        model = next((name for name in names if isinstance(name, str)), None)
        named = metadata.get("model_provider")
        provider = named if isinstance(named, str) else None
        return cls(OWN if model is not None and "claude" in model else provider, model)

    @property
    def signer(self) -> str:
        """Whose a signature is: where nobody is named, only Anthropic's blocks have one."""
        return self.provider or OWN

    @property
    def is_foreign(self) -> bool:
        """Whether another provider is known to have spoken."""
        return self.provider not in (None, OWN)


class Calls:
    """The calls of a message; each is given once, in the place of the content where it stands, or behind it.

    Args:
        calls: its `tool_calls`.
        invalid: its `invalid_tool_calls`.
        at: place of the message, for ids that are missing.

    Attributes:
        unnamed: how many of them name no tool, and are no calls.
    """

    def __init__(self, calls: Any, invalid: Any, at: int) -> None:
        self._at = at
        self._made = 0
        held = [one for group in (calls, invalid) if isinstance(group, list | tuple) for one in group]
        self._open = [one for one in held if isinstance(one, dict) and isinstance(one.get("name"), str)]
        self.unnamed = len(held) - len(self._open)

    def is_empty(self, said: list[Part]) -> bool:
        """Whether the message, whose content this is, calls nothing."""
        return not self._made and not any(isinstance(part, ToolCall) for part in said)

    def place(self, call_id: Any, name: Any, arguments: Any, extra: Json) -> ToolCall | None:
        """The call that stands at a place of the content; None where it has no name.

        What `tool_calls` says of the same call wins: that is what an application edits.
        """
        if not isinstance(name, str):
            return None
        beside = next((one for one in self._open if self._is_same(one, call_id, name)), None)
        if beside is None:
            return self._call(call_id, name, arguments, extra)
        self._open.remove(beside)
        return self._call(beside.get("id"), beside["name"], beside.get("args"), extra)

    def rest(self) -> list[ToolCall]:
        """The calls that the content does not hold."""
        rest, self._open = self._open, []
        return [self._call(one.get("id"), one["name"], one.get("args"), _extra(one)) for one in rest]

    def _is_same(self, one: Json, call_id: Any, name: str) -> bool:
        return bool(one.get("id") == call_id and (call_id is not None or one["name"] == name))

    def _call(self, call_id: Any, name: str, arguments: Any, extra: Json) -> ToolCall:
        made = f"call_{self._at}_{self._made}"
        self._made += 1
        return ToolCall(id=text_of(call_id, made), name=name, arguments=arguments_of(arguments), extra=extra)


def _extra(one: Json) -> Json:
    """What Anthropic says of a call beside its arguments, where a v1 block carries it."""
    held = one.get("extras")
    return kept_fields(held) if isinstance(held, dict) else {}


def kept_fields(held: Json) -> Json:
    """The fields of a call that go back to Anthropic."""
    return {name: held[name] for name in ("caller", "toolset_name") if held.get(name) is not None}
