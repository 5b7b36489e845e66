"""MCP: what tools returned, alone or in the JSON-RPC messages of a session.

What becomes what:

- a `CallToolResult`, live or stored: a tool message with one result, see `mcp_results` for its content; its call is not
  in it, so it is named by its place, unless an object around it says `call_id` (or `tool_use_id`, `tool_call_id`, `id`)
  and holds the result as `result`;
- a JSON-RPC request `tools/call`: a tool call of the assistant under the id of the request; calls without a response
  between them are one message;
- its response: a tool message; an `error` in it: an error result with the error's text.

Lost, and told in `lost`: beside what `mcp_results` lists, damaged lines. Other messages of the protocol say nothing of
the conversation and are passed by. What the user said is not in MCP: the parts are meant to go into a conversation.
"""

from typing import Any, NamedTuple

from sendable.conversation import Conversation, Lost, Message, Part, Text, ToolCall, ToolResult
from sendable.errors import UnreadableError, UsageError
from sendable.sources.mcp_results import AudioChoice, ToolResultParts, plain, tool_result_parts
from sendable.sources.stored import Stored, stored

__all__ = ["ToolResultParts", "detect", "load", "tool_result_parts"]

Json = dict[str, Any]

_FIELDS = {
    *("content", "isError", "is_error", "structuredContent", "structured_content", "_meta", "meta"),
    *("resultType", "result_type"),
}
_TYPES = ("text", "image", "audio", "resource", "resource_link")
_IDS = ("call_id", "tool_use_id", "tool_call_id", "id")


def detect(held: Stored) -> bool:
    """A result, a list of results, or JSON-RPC messages."""
    entries = _entries(held)
    return bool(entries) and all(map(_is_entry, entries[:20]))


def load(data: object, *, audio: AudioChoice = "error") -> Conversation:
    """The results, and the calls where the history has them.

    Args:
        data: bytes, str, a path, a result, or a list of results or JSON-RPC messages.
        audio: "error" keeps audio, so that rendering raises; "note" leaves a text in its place.

    Raises:
        UnreadableError: it is nothing of MCP.
        UsageError: another choice for audio.
    """
    if audio not in ("error", "note"):
        raise UsageError("audio: one of error, note")
    held = stored(data)
    entries = _entries(held)
    reader = _Reader(audio)
    reader.lost += [
        Lost(f"line {one.number}", "a line that is no JSON") for one in held.lines or [] if one.value is None
    ]
    for at, entry in enumerate(entries):
        reader.read(plain(entry), at)
    if not reader.found:
        raise UnreadableError("nothing of MCP: expected results of tools, or JSON-RPC messages")
    return Conversation(messages=reader.messages(), lost=reader.lost)


def _entries(held: Stored) -> list[Any]:
    objects = held.objects
    return list(objects[0]) if len(objects) == 1 and isinstance(objects[0], list | tuple) else objects


def _is_entry(value: Any) -> bool:
    if isinstance(value, dict):
        return value.get("jsonrpc") == "2.0" or _is_result(value) or _named(value) is not None
    return type(value).__name__ == "CallToolResult" and type(value).__module__.partition(".")[0].startswith("mcp")


def _is_result(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("content"), list) or not value.keys() <= _FIELDS:
        return False
    return all(isinstance(block, dict) and block.get("type") in _TYPES for block in value["content"])


def _named(value: Json) -> str | None:
    """The id of the call in an object around a result."""
    inner = value.get("result")
    if not _is_result(inner) and not (inner is not None and not isinstance(inner, dict) and _is_entry(inner)):
        return None
    return next((str(value[name]) for name in _IDS if isinstance(value.get(name), str | int)), None)


class _Turn(NamedTuple):
    """Calls that were made at once, and their results in the order in which they came."""

    calls: list[Part]
    results: list[Message]


class _Reader:
    """Reads one entry after the other; a result stands in the turn of its call, however late it comes."""

    def __init__(self, audio: AudioChoice) -> None:
        self.audio = audio
        self.lost: list[Lost] = []
        self.found = False
        self._turns: list[_Turn] = []
        self._open: dict[str, _Turn] = {}

    def messages(self) -> list[Message]:
        """All messages."""
        held: list[Message] = []
        for turn in self._turns:
            held += [Message(role="assistant", parts=turn.calls)] if turn.calls else []
            held += turn.results
        return held

    def read(self, entry: Any, at: int) -> None:
        """Read an entry, the one with this number."""
        if not isinstance(entry, dict):
            self.lost.append(Lost(str(at), "an entry that is no object"))
        elif entry.get("jsonrpc") == "2.0":
            self.found = True
            self._rpc(entry, at)
        elif "result" in entry and _named(entry) is not None:
            self._result(str(_named(entry)), entry["result"], f"{at}.result")
        elif _FIELDS & entry.keys() and "role" not in entry:  # who speaks is said in messages alone
            self._result(f"call_{at}", entry, str(at))
        else:
            self.lost.append(Lost(str(at), "an entry of no known form"))

    def _rpc(self, entry: Json, at: int) -> None:
        number, params, error = entry.get("id"), entry.get("params"), entry.get("error")
        if isinstance(number, bool) or not isinstance(number, str | int):
            return
        if entry.get("method") == "tools/call" and isinstance(params, dict) and isinstance(params.get("name"), str):
            given = params.get("arguments")
            self._call(ToolCall(id=str(number), name=params["name"], arguments={} if given is None else given))
        elif str(number) in self._open and isinstance(entry.get("result"), dict):
            self._result(str(number), entry["result"], f"{at}.result")
        elif str(number) in self._open and isinstance(error, dict):
            told = error.get("message")
            text = told if isinstance(told, str) and told else "The call failed."
            self._put(ToolResult(call_id=str(number), parts=[Text(text=text)], bare=True, is_error=True))

    def _call(self, call: ToolCall) -> None:
        if not self._turns or self._turns[-1].results:
            self._turns.append(_Turn([], []))
        self._turns[-1].calls.append(call)
        self._open[call.id] = self._turns[-1]

    def _result(self, call_id: str, value: Any, path: str) -> None:
        self.found = True
        parts, flag, lost = tool_result_parts(value, self.audio)
        self.lost += [Lost(f"{path}.{one.path}", one.what) for one in lost]
        self._put(ToolResult(call_id=call_id, parts=parts, is_error=flag))

    def _put(self, result: ToolResult) -> None:
        turn = self._open.pop(result.call_id, None)
        if turn is None:
            turn = _Turn([], [])
            self._turns.append(turn)
        turn.results.append(Message(role="tool", parts=[result]))
