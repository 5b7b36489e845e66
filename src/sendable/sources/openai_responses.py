"""OpenAI Responses: items, request bodies and answers, and the sessions of the OpenAI Agents SDK that keep such items.

What becomes what:

- messages: themselves, system and developer as system messages; `input_text`, `output_text` and refusals: text;
  `input_image`, `input_file`: image and document by URL, base64 or file id; `input_audio`: audio;
- `function_call`: a tool call, its JSON text parsed if it is an object; `custom_tool_call`: a tool call with the
  argument `input`; their outputs: a tool message each, with the images and files that they hold;
- `reasoning`: thinking of OpenAI, unsigned here, with its summary as text; the encrypted part stays beside it;
- tools that OpenAI runs (web and file search, code interpreter, image generation, MCP, tool search) and those that the
  application runs for it (computer, shell, patches): native calls and results of OpenAI;
- adjacent items of the assistant: one message, as one answer was made of them;
- `instructions`: the system prompt; tools and settings: as for chat.

Lost, and told in `lost`: compactions, references to items that OpenAI keeps, lists of tools, citations, image detail,
pictures that the model drew, namespaces of tools, tools that OpenAI runs, and all other settings.

A session is read from its SQLite file (opened read-only; of several branches, the main one or the one that is named),
or from rows of its table `agent_messages` as JSON or JSONL.
"""

from typing import Any

from sendable.conversation import Conversation, Lost, Text
from sendable.errors import UnreadableError, UsageError
from sendable.sources.openai_items import item_messages
from sendable.sources.openai_objects import field, is_own, plain
from sendable.sources.openai_sessions import MAIN, is_session_file, items_of, rows_in
from sendable.sources.openai_settings import settings_of, tools_of
from sendable.sources.stored import Stored, stored

Json = dict[str, Any]

_OWN_ITEMS = frozenset(
    (
        *("function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output", "web_search_call"),
        *("file_search_call", "computer_call", "computer_call_output", "code_interpreter_call", "mcp_call"),
        *("image_generation_call", "local_shell_call", "local_shell_call_output", "shell_call", "shell_call_output"),
        *("apply_patch_call", "apply_patch_call_output", "mcp_list_tools", "mcp_approval_request", "item_reference"),
        *("mcp_approval_response", "tool_search_call", "tool_search_output"),
    )
)
_OWN_PARTS = frozenset(("input_text", "output_text", "input_image", "input_file"))
_ROLES = ("user", "assistant", "system", "developer")


def detect(held: Stored) -> bool:
    """Items of which one is of a kind that only Responses has, a body or an answer of it, or a session's rows."""
    if held.path is not None and held.value is None and held.lines is None:
        return is_session_file(held.path)
    value = _unwrapped(held)
    if isinstance(value, list | tuple):
        return bool(value) and (_are_rows(value) or (_are_items(value) and any(_is_marked(one) for one in value)))
    if callable(getattr(value, "to_input_list", None)) or field(value, "object") == "response":
        return True
    return isinstance(value, dict) and "messages" not in value and _is_body(value)


def load(data: object, *, session: str | None = None, branch: str = MAIN) -> Conversation:
    """The conversation.

    Args:
        data: bytes, str, a path (of a SQLite file, too), a body, an answer, or a list of items or rows; objects of
            `openai` and `agents` may stand in it.
        session: id of the session to load, where there are several.
        branch: name of the branch to load from a database, where a session has several.

    Raises:
        UnreadableError: it is no such history.
        UsageError: several sessions and none was chosen, or no session or branch of that name.
    """
    held = stored(data)
    lost = [Lost(f"line {one.number}", "a line that is no JSON") for one in held.lines or [] if one.value is None]
    body = _body(_value(held, branch, lost), session, lost)
    return Conversation(
        messages=item_messages(_items(body), lost),
        system=[Text(text=body["instructions"])] if isinstance(body.get("instructions"), str) else None,
        system_bare=isinstance(body.get("instructions"), str),
        tools=tools_of(body, lost),
        settings=settings_of(body, lost) if "input" in body else {},
        lost=lost,
    )


def _value(held: Stored, branch: str, lost: list[Lost]) -> Any:
    if held.path is not None and held.value is None and held.lines is None:
        return rows_in(held.path, branch, lost)
    return _unwrapped(held)


def _unwrapped(held: Stored) -> Any:
    """The items of lines; the body of a line of a batch file."""
    if held.lines is not None:
        return held.objects
    value = held.value
    return value["body"] if isinstance(value, dict) and isinstance(value.get("body"), dict) else value


def _body(value: Any, session: str | None, lost: list[Lost]) -> Json:
    """A body, whatever it came as.

    Raises:
        UnreadableError: it is nothing that has items.
        UsageError: the session is not clear.
    """
    value = plain(value)
    if isinstance(value, dict) and (isinstance(value.get("input"), str | list) or _is_answer(value)):
        body: Json = value
    elif isinstance(value, list) and any(isinstance(one, dict) and "message_data" in one for one in value):
        return {"input": items_of(value, session, lost)}
    elif isinstance(value, list):
        body = {"input": value}
    else:
        raise UnreadableError("no Responses history: expected a list of items, a body with `input`, or a session")
    if session is not None:
        raise UsageError("the option `session` is for the sessions of a database or its rows")
    return body


def _items(body: Json) -> list[Any]:
    held = body.get("input")
    given = [{"role": "user", "content": held}] if isinstance(held, str) else held
    asked = given if isinstance(given, list) else []
    return [*asked, *body["output"]] if _is_answer(body) else asked


def _is_answer(value: Json) -> bool:
    return isinstance(value.get("output"), list)


def _is_body(value: Json) -> bool:
    held = value.get("input")
    if isinstance(held, list):
        return _are_items(held)
    return isinstance(held, str) and isinstance(value.get("model"), str)


def _are_rows(values: Any) -> bool:
    return all(isinstance(one, dict) and "message_data" in one for one in values)


def _are_items(values: Any) -> bool:
    return all(is_own(one) or (isinstance(one, dict) and _is_item(one)) for one in values)


def _is_item(value: Json) -> bool:
    kind = value.get("type")
    if kind in (None, "message"):
        return value.get("role") in _ROLES and "content" in value and "tool_calls" not in value
    return isinstance(kind, str)


def _is_marked(one: Any) -> bool:
    if str(field(one, "type")) in _OWN_ITEMS or (
        field(one, "type") == "reasoning" and field(one, "summary") is not None
    ):
        return True
    content = field(one, "content")
    return isinstance(content, list) and any(str(field(part, "type")) in _OWN_PARTS for part in content)
