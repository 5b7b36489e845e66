"""Limits of single fields that the SDK's types do not state, and where those types are wider or narrower than the API.

The evidence for each is with the rule that reports it.
"""

import re
from typing import Any

import msgspec


class Limit(msgspec.Struct, frozen=True):
    """What a string or a number must fit.

    Attributes:
        pattern: a regular expression that the whole string must match.
        shortest, longest: bounds of the length of a string, in characters.
        least, most: bounds of a number, both inclusive.
        range_text: the API's words for a number outside its bounds.
    """

    pattern: str | None = None
    shortest: int | None = None
    longest: int | None = None
    least: float | None = None
    most: float | None = None
    range_text: str | None = None

    def broken_by(self, value: Any) -> tuple[str, str] | None:
        """The kind of the fault and the API's words, or None."""
        return self._length(value) or self._shape(value) if isinstance(value, str) else self._bounds(value)

    def _length(self, value: str) -> tuple[str, str] | None:
        if self.shortest is not None and len(value) < self.shortest:
            return "length", f"String should have at least {_counted(self.shortest)}"
        if self.longest is not None and len(value) > self.longest:
            return "length", f"String should have at most {_counted(self.longest)}"
        return None

    def _shape(self, value: str) -> tuple[str, str] | None:
        if self.pattern is not None and re.fullmatch(self.pattern.removeprefix("^").removesuffix("$"), value) is None:
            return "pattern", f"String should match pattern '{self.pattern}'"
        return None

    def _bounds(self, value: float) -> tuple[str, str] | None:
        if self.least is not None and value < self.least:
            return "bounds", self.range_text or f"must be greater than or equal to {self.least:g}"
        if self.most is not None and value > self.most:
            return "bounds", self.range_text or f"must be less than or equal to {self.most:g}"
        return None


def _counted(n: int) -> str:
    return "1 character" if n == 1 else f"{n} characters"


TOOL_ID = "^[a-zA-Z0-9_-]+$"
NATIVE_ID = "^srvtoolu_[a-zA-Z0-9_]+$"
NATIVE_RESULTS = (
    "WebSearchToolResultBlock",
    "WebFetchToolResultBlock",
    "AdvisorToolResultBlock",
    "CodeExecutionToolResultBlock",
    "BashCodeExecutionToolResultBlock",
    "TextEditorCodeExecutionToolResultBlock",
    "ToolSearchToolResultBlock",
)

LIMITS: dict[tuple[str, str], Limit] = {
    ("ToolUseBlock", "id"): Limit(pattern=TOOL_ID),
    ("ToolUseBlock", "name"): Limit(shortest=1, longest=200),
    ("ToolResultBlock", "tool_use_id"): Limit(pattern=TOOL_ID),
    ("MCPToolUseBlock", "id"): Limit(pattern=TOOL_ID),
    ("RequestMCPToolResultBlock", "tool_use_id"): Limit(pattern=TOOL_ID),
    ("ServerToolUseBlock", "id"): Limit(pattern=NATIVE_ID),
    **{(owner, "tool_use_id"): Limit(pattern=NATIVE_ID) for owner in NATIVE_RESULTS},
    ("ServerToolCaller", "tool_id"): Limit(pattern=NATIVE_ID),
    ("ServerToolCaller20260120", "tool_id"): Limit(pattern=NATIVE_ID),
    ("Tool", "name"): Limit(pattern="^[a-zA-Z0-9_-]{1,128}$", shortest=1, longest=128),
    ("ToolReferenceBlock", "tool_name"): Limit(shortest=1, longest=256),
    ("RequestDocumentBlock", "title"): Limit(shortest=1, longest=500),
    ("RequestDocumentBlock", "context"): Limit(shortest=1),
    ("CitationWebSearchResultLocation", "title"): Limit(longest=255),
    ("CitationWebSearchResultLocation", "url"): Limit(longest=2048),
    ("CompactionBlock", "content"): Limit(shortest=1),
    ("ThinkingConfigEnabled", "budget_tokens"): Limit(
        least=1024, range_text="Input should be greater than or equal to 1024"
    ),
    ("", "model"): Limit(shortest=1),
    ("", "temperature"): Limit(least=0, most=1, range_text="range: 0..1"),
    ("", "top_p"): Limit(least=0, most=1, range_text="range: 0..1"),
    ("", "top_k"): Limit(least=0),
    ("", "max_tokens"): Limit(least=0),
}

# Where the SDK's types are not what the API takes. `input_schema` is judged by rules of its own.
OVERRIDES: dict[tuple[str, str], dict[str, Any]] = {
    ("Tool", "input_schema"): {"type": "any"},
    ("", "model"): {"type": "str"},
    ("", "temperature"): {"type": "float"},
    ("", "top_p"): {"type": "float"},
    ("", "top_k"): {"type": "int"},
    ("", "metadata"): {"type": {"null": {"ref": "Metadata"}}},
    ("", "stop_sequences"): {"type": {"null": {"list": "str"}}},
    ("", "output_format"): {"type": {"null": {"tagged": {"json_schema": "JSONOutputFormat"}}}},
}
