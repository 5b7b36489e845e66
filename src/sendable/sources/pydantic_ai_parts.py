"""The parts of pydantic-ai's messages, one function for each kind.

Each gives parts with the place of the item that they come from, for a part whose content is a list.
"""

from collections.abc import Callable
from typing import Any

from sendable.conversation import (
    Lost,
    Part,
    RedactedThinking,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Verbatim,
)
from sendable.sources.pydantic_ai_media import media, prompt_item, returned
from sendable.sources.pydantic_ai_native import OWN, arguments_of, is_own, native_call, native_result
from sendable.sources.pydantic_ai_words import errors_text, feedback_text, spoken_text, summary_text

Json = dict[str, Any]
Items = list[tuple[int | None, Part]]

# What pydantic-ai tells a model as an error; a denied or interrupted call goes as an ordinary result that says so.
ERRORS = ("failed", "retried")
_REDACTED = ("redacted_thinking", "redacted_content")
_OTHER_MODELS_FILE = "a file that a model made"


class Spot:
    """Where a part stands, with what its mapping needs to know from around it.

    Attributes:
        message: place of its message.
        part: place in that message.
        response: the message it is in, for a part of a response; else empty.
        drop_files: whether files that a model made are left out.
        lost: what could not be carried over so far.
    """

    __slots__ = ("drop_files", "lost", "message", "part", "response")

    def __init__(self, message: int, part: int, response: Json, drop_files: bool, lost: list[Lost]) -> None:
        self.message = message
        self.part = part
        self.response = response
        self.drop_files = drop_files
        self.lost = lost

    def lose(self, what: str, item: int | None = None) -> None:
        """Note that the part, or an item of its content, could not be carried over."""
        below = "" if item is None else f".content.{item}"
        self.lost.append(Lost(f"{self.message}.parts.{self.part}{below}", what))

    def call_id(self, part: Json) -> str:
        """The id of a call; one that has none is named by its place."""
        held = part.get("tool_call_id")
        return held if isinstance(held, str) and held else f"call_{self.message}_{self.part}"


def request_items(part: Json, spot: Spot) -> Items:
    """What a part of a request says in the user's place."""
    return _mapped(_REQUEST, part, spot)


def response_items(part: Json, spot: Spot) -> Items:
    """What a part of a response says."""
    return _mapped(_RESPONSE, part, spot)


def _mapped(table: "dict[str, Callable[[Json, Spot], Items]]", part: Any, spot: Spot) -> Items:
    kind = part.get("part_kind") if isinstance(part, dict) else None
    make = table.get(kind) if isinstance(kind, str) else None
    if make is None:
        spot.lose("a part of a kind that is not known here")
        return []
    return make(part, spot)


def _user_prompt(part: Json, spot: Spot) -> Items:
    content = part.get("content")
    if isinstance(content, str):
        return [(None, Text(text=content))]
    if not isinstance(content, list):
        spot.lose("a prompt that is neither text nor a list")
        return []
    items: Items = []
    for at, item in enumerate(content):
        one = prompt_item(item)
        if one is None:
            spot.lose("an item of a kind that is not known here", at)
        else:
            items.append((at, one))
    return items


def _tool_return(part: Json, _spot: Spot) -> Items:
    parts, bare = returned(part)
    outcome, name, call_id = part.get("outcome"), part.get("tool_name"), part.get("tool_call_id")
    result = ToolResult(
        call_id=call_id if isinstance(call_id, str) else "",
        parts=parts,
        bare=bare,
        is_error=outcome in ERRORS if isinstance(outcome, str) else None,
        name=name if isinstance(name, str) else None,
    )
    return [(None, result)]


def _retry_prompt(part: Json, spot: Spot) -> Items:
    """The form of older releases: with a tool's name the result of its call, else feedback."""
    content = part.get("content")
    if part.get("tool_name") is None:
        cause = "model_retry" if isinstance(content, str) else "validation_error"
        return [(None, Text(text=feedback_text(content, cause)))]
    shown = content if isinstance(content, str) else errors_text(content)
    return _tool_return({**part, "content": shown, "outcome": "retried"}, spot)


def _retry_feedback(part: Json, _spot: Spot) -> Items:
    return [(None, Text(text=feedback_text(part.get("content"), cause_of(part))))]


def cause_of(part: Json) -> object:
    """Why feedback was given."""
    retry = part.get("retry")
    return retry.get("cause") if isinstance(retry, dict) else None


def _summary(part: Json, _spot: Spot) -> Items:
    return [(None, Text(text=summary_text(part.get("content"))))]


def _heard(part: Json, spot: Spot) -> Items:
    transcript = part.get("transcript")
    if isinstance(transcript, str) and transcript:
        if part.get("audio") is not None:
            spot.lose("sound that was kept beside its transcript")
        return [(None, Text(text=transcript))]
    sound = media(part.get("audio"))
    if sound is None:
        spot.lose("speech without a transcript")
        return []
    return [(None, sound)]


def _spoken(part: Json, spot: Spot) -> Items:
    if part.get("audio") is not None:
        spot.lose("sound that a model spoke")
    told = spoken_text(part.get("transcript"), part.get("interrupted_at_ms"))
    if not told:
        spot.lose("speech without a transcript")
    return [(None, Text(text=told))] if told else []


def _tool_availability(_part: Json, spot: Spot) -> Items:
    spot.lose("tools that became available here: declare them in the request")
    return []


def _settings(_part: Json, spot: Spot) -> Items:
    spot.lose("model settings that change here: set them in the request")
    return []


def _nothing(_part: Json, _spot: Spot) -> Items:
    """Book-keeping that pydantic-ai itself sends to no model."""
    return []


def _text(part: Json, spot: Spot) -> Items:
    content = part.get("content")
    if not isinstance(content, str):
        spot.lose("a text part without text")
        return []
    cited = _citations(part, content) if is_own(part.get("provider_name"), spot.response) else []
    return [(None, Text(text=content, extra={"citations": cited} if cited else {}))]


def _citations(part: Json, content: str) -> list[Json]:
    """The web search citations of a text that is still the cited one; others name what cannot be found again."""
    details, told = part.get("provider_details"), part.get("citations")
    held = details.get("citations") if isinstance(details, dict) else None
    if not isinstance(held, list) or not isinstance(told, list) or not told:
        return []
    whole = {"start": 0, "end": len(content), "kind": "content"}
    if any(not isinstance(one, dict) or one.get("anchor") != whole for one in told):
        return []
    return [one for one in map(_web_citation, held) if one is not None]


def _web_citation(held: Any) -> Json | None:
    if not isinstance(held, dict) or held.get("type") != "web_search_result_location":
        return None
    if not all(isinstance(held.get(name), str) for name in ("cited_text", "url", "encrypted_index")):
        return None
    if not isinstance(held.get("title"), str | None):
        return None
    return {name: held.get(name) for name in ("type", "url", "title", "cited_text", "encrypted_index")}


def _thinking(part: Json, spot: Spot) -> Items:
    content, signature, named = part.get("content"), part.get("signature"), part.get("provider_name")
    signed = signature if isinstance(signature, str) and signature else None
    provider = OWN if is_own(named, spot.response) else named if isinstance(named, str) else None
    wrote = spot.response.get("model_name")
    model = wrote if isinstance(wrote, str) else None
    if part.get("id") in _REDACTED and signed is not None:
        return [(None, RedactedThinking(data=signed, provider=provider, model=model))]
    text = content if isinstance(content, str) else ""
    return [(None, Thinking(text=text, signature=signed, provider=provider, model=model))]


def _tool_call(part: Json, spot: Spot) -> Items:
    name, arguments = part.get("tool_name"), arguments_of(part.get("args"))
    if not isinstance(name, str):
        spot.lose("a tool call without the name of the tool")
        return []
    return [(None, ToolCall(id=spot.call_id(part), name=name, arguments=arguments))]


def _builtin_call(part: Json, spot: Spot) -> Items:
    return [(None, native_call(part, spot.call_id(part), spot.response))]


def _builtin_return(part: Json, spot: Spot) -> Items:
    return [(None, native_result(part, spot.call_id(part), spot.response))]


def _file(part: Json, spot: Spot) -> Items:
    held = media(part.get("content"))
    if held is None or spot.drop_files:
        spot.lose(_OTHER_MODELS_FILE)
        return []
    return [(None, held)]


def _compaction(part: Json, spot: Spot) -> Items:
    if not is_own(part.get("provider_name"), spot.response):
        spot.lose("a compaction that only another provider can read")
        return []
    details = part.get("provider_details")
    held = details if isinstance(details, dict) else {}
    kept = {name: held[name] for name in ("encrypted_content", "signature") if held.get(name) is not None}
    block = {"type": "compaction", "content": part.get("content")} | kept
    return [(None, Verbatim(provider=OWN, block=block))]


_REQUEST: dict[str, Callable[[Json, Spot], Items]] = {
    "user-prompt": _user_prompt,
    "tool-return": _tool_return,
    "retry-prompt": _retry_prompt,
    "retry-feedback": _retry_feedback,
    "compaction": _summary,
    "speech": _heard,
    "tool-availability-delta": _tool_availability,
    "model-settings-delta": _settings,
    "instruction-baseline": _nothing,
    "capability-load-delta": _nothing,
}
_RESPONSE: dict[str, Callable[[Json, Spot], Items]] = {
    "text": _text,
    "thinking": _thinking,
    "tool-call": _tool_call,
    "builtin-tool-call": _builtin_call,
    "builtin-tool-return": _builtin_return,
    "file": _file,
    "compaction": _compaction,
    "speech": _spoken,
}
