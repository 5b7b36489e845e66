"""pydantic-ai's `ModelMessage` lists: live objects, results of a run, and what `ModelMessagesTypeAdapter` writes.

What becomes what:

- a request is one user message with the blocks of all its parts, one of tool results when it holds nothing else; the
  system prompts that open the first request, and the instructions of the last, are the system prompt; later system
  prompts follow their request as a system message (`scope="request"` with `clear_at`);
- user prompts: text, images, documents, audio and video by URL, data (URL-safe base64 becomes standard) or file id,
  cache points; tool returns keep text, JSON text and files in their order, a file deep inside a value follows its
  JSON text; a `failed` or `retried` outcome is an error, a `denied` or `interrupted` one is not, as pydantic-ai has it;
- retry prompts of old releases: the result of their call, or feedback in the user's place, worded as pydantic-ai does;
- text (with its web search citations), thinking and redacted thinking with their signature and provider, tool calls
  (JSON text of arguments is read; broken text stays), Anthropic's native calls and results as their exact blocks,
  other providers' as foreign ones, Anthropic's compaction verbatim, speech as its transcript;
- instruction changes as system messages, stated in full; the container of code execution as `settings["container"]`.

Not carried over, and said in `lost`: unknown kinds, another provider's compaction, sound beside a transcript, changes
of tools and settings. Identifiers, time stamps, usage, metadata and `vendor_metadata` never reach a model, and go
without a word. A message in which nothing is said becomes no message.
"""

from typing import Any

from sendable.conversation import Conversation, Lost, Message, Part, Role, Text, ToolResult
from sendable.errors import UnreadableError
from sendable.sources.pydantic_ai_native import OWN, is_code_call
from sendable.sources.pydantic_ai_objects import fields, is_live, written
from sendable.sources.pydantic_ai_parts import Spot, cause_of, request_items, response_items
from sendable.sources.pydantic_ai_words import Contexts, context_text, speaks_for_application
from sendable.sources.stored import Stored, stored

Json = dict[str, Any]
Place = tuple[int, int, int | None]
"""Place of a message, of a part in it, and of an item in that part's content."""

KINDS = ("request", "response")
_TOOL_ONLY = ("tool-return", "retry-prompt", "retry-feedback")


def detect(held: Stored) -> bool:
    """A list of requests and responses with parts, as JSON or as objects, or the result of a run."""
    value = held.value if held.lines is None else held.objects
    if is_live(value):
        return hasattr(value, "all_messages")
    if not isinstance(value, list) or not value:
        return False
    first = value[0]
    if isinstance(first, dict):
        return first.get("kind") in KINDS and isinstance(first.get("parts"), list)
    return is_live(first) and getattr(first, "kind", None) in KINDS


def load(data: Any, *, drop_files: bool = False) -> Conversation:
    """The conversation of a history.

    Args:
        data: bytes, str, a path, a list of messages or the result of a run.
        drop_files: leave out files that a model made; else they raise when they are rendered, since no form of the
            wire takes media from an assistant.

    Raises:
        UnreadableError: it is no list of messages.
    """
    messages = [fields(one) if is_live(one) else one for one in _listed(data)]
    return traced(messages, drop_files=drop_files)[0]


def traced(messages: list[Any], *, drop_files: bool = False) -> tuple[Conversation, list[list[Place]]]:
    """The conversation, and for each part of each of its messages the place that it comes from."""
    reader = _Reader(messages, drop_files)
    try:
        for at, message in enumerate(messages):
            reader.read(at, message)
    except RecursionError:
        raise UnreadableError("nested too deeply to be a history") from None
    return reader.conversation(), reader.places


def entries(data: Any) -> list[Any]:
    """The messages as JSON values; live objects are turned into them by their own library.

    Raises:
        UnreadableError: it is no list of messages.
    """
    return [written(one) if is_live(one) else one for one in _listed(data)]


def _listed(data: Any) -> Any:
    held = stored(data)
    value = held.value if held.lines is None else held.objects
    if is_live(value) and hasattr(value, "all_messages"):
        value = value.all_messages()
    if not isinstance(value, list | tuple):
        raise UnreadableError("not a pydantic-ai history: a list of messages is expected")
    return value


class _Reader:
    """Reads messages one after the other."""

    def __init__(self, messages: list[Any], drop_files: bool) -> None:
        self.places: list[list[Place]] = []
        self._all = messages
        self._drop_files = drop_files
        self._messages: list[Message] = []
        self._lost: list[Lost] = []
        self._standing: list[str] = []
        self._contexts = Contexts()
        self._first = next((at for at, one in enumerate(messages) if _kind(one) == "request"), -1)
        self._window = max((at for at, one in enumerate(messages) if _opens_window(one)), default=-1)

    def read(self, at: int, message: Any) -> None:
        """Read one message."""
        kind = _kind(message)
        if kind == "request":
            self._request(at, message)
        elif kind == "response":
            self._response(at, message)
        else:
            self._lost.append(Lost(str(at), "an entry that is neither a request nor a response"))

    def conversation(self) -> Conversation:
        """What was read so far."""
        standing = "\n\n".join(self._standing)
        instructions = _instructions(self._all)
        texts = [text for text in (standing, instructions) if text]
        return Conversation(
            messages=self._messages,
            system=[Text(text=text) for text in texts] or None,
            system_bare=bool(texts) and not instructions,
            settings=_container(self._all),
            lost=self._lost,
        )

    def _response(self, at: int, message: Json) -> None:
        said = [
            (part_at, item)
            for part_at, part in enumerate(_parts(message))
            for item in response_items(part, self._spot(at, part_at, message))
        ]
        self._add("assistant", at, said)

    def _request(self, at: int, message: Json) -> None:
        parts = list(enumerate(_parts(message)))
        standing = _standing(parts) if at == self._first else 0
        if standing:
            self._standing += self._contexts.texts([part for _, part in parts[:standing]])
        said: list[tuple[int, tuple[int | None, Part]]] = []
        system: list[tuple[int, Json]] = []
        for part_at, part in parts[standing:]:
            if _is_system(part):
                system.append((part_at, part))
            else:
                said += [(part_at, item) for item in request_items(part, self._spot(at, part_at, {}))]
        self._add("user", at, said)
        if system:
            self._system(at, system)

    def _system(self, at: int, parts: list[tuple[int, Json]]) -> None:
        texts = self._contexts.texts([part if _is_prompt(part) else {} for _, part in parts])
        lasting: list[tuple[int, tuple[int | None, Part]]] = []
        scoped: list[tuple[int, tuple[int | None, Part]]] = []
        for (part_at, part), text in zip(parts, texts, strict=True):
            told = text if _is_prompt(part) else self._told(at, part)
            if told:
                held = scoped if part.get("scope") == "request" else lasting
                held.append((part_at, (None, Text(text=told))))
        self._add("system", at, lasting)
        self._add("system", at, scoped, {"clear_at": "next_user_message"})

    def _told(self, at: int, part: Json) -> str:
        """The text of a part that is no system prompt but speaks in its place."""
        if part.get("part_kind") == "instruction-delta":
            return context_text(part.get("id"), part.get("content")) if at >= self._window else ""
        return str(part.get("content"))

    def _add(
        self, role: Role, at: int, said: list[tuple[int, tuple[int | None, Part]]], extra: Json | None = None
    ) -> None:
        if not said:
            return
        parts = [part for _, (_, part) in said]
        if role == "user" and all(isinstance(part, ToolResult) for part in parts):
            role = "tool"
        bare = role == "user" and len(said) == 1 and said[0][1][0] is None and isinstance(parts[0], Text)
        self._messages.append(Message(role=role, parts=parts, bare=bare, extra=extra or {}))
        self.places.append([(at, part_at, item) for part_at, (item, _) in said])

    def _spot(self, at: int, part_at: int, response: Json) -> Spot:
        return Spot(at, part_at, response, self._drop_files, self._lost)


def _kind(message: Any) -> Any:
    return message.get("kind") if isinstance(message, dict) else None


def _parts(message: Json) -> list[Any]:
    parts = message.get("parts")
    return parts if isinstance(parts, list) else []


def _is_prompt(part: Any) -> bool:
    return isinstance(part, dict) and part.get("part_kind") == "system-prompt" and isinstance(part.get("content"), str)


def _is_system(part: Any) -> bool:
    """Whether a part speaks in the system's place."""
    kind = part.get("part_kind") if isinstance(part, dict) else None
    if kind == "retry-feedback":
        return speaks_for_application(part.get("content"), cause_of(part))
    return kind == "instruction-delta" or (kind == "system-prompt" and _is_prompt(part))


def _standing(parts: list[tuple[int, Any]]) -> int:
    """How many parts open a request as its standing system prompt."""
    ends = (at for at, part in parts if not _is_prompt(part) or part.get("scope") == "request")
    return next(ends, len(parts))


def _opens_window(message: Any) -> bool:
    """Whether a request records the instructions anew, which makes the changes before it void."""
    held = _parts(message) if _kind(message) == "request" else []
    return any(isinstance(part, dict) and part.get("part_kind") == "instruction-baseline" for part in held)


def _instructions(messages: list[Any]) -> str:
    """The instructions of the last request; those of the one before where the last only answers calls."""
    last_two = [one for one in messages if _kind(one) == "request"][-2:]
    while last_two:
        request = last_two.pop()
        held = request.get("instructions")
        if isinstance(held, str):
            return held
        if not all(isinstance(part, dict) and part.get("part_kind") in _TOOL_ONLY for part in _parts(request)):
            break
    return ""


def _container(messages: list[Any]) -> Json:
    """The container of Anthropic's code execution, where the history holds such calls."""
    own = [one for one in messages if _kind(one) == "response" and one.get("provider_name") == OWN]
    if not any(isinstance(part, dict) and is_code_call(part) for one in own for part in _parts(one)):
        return {}
    for response in reversed(own):
        details = response.get("provider_details")
        held = details.get("container_id") if isinstance(details, dict) else None
        if isinstance(held, str) and held:
            return {"container": held}
    return {}
