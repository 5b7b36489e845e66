"""The rule `tool-choice-shape`."""

from sendable.contract.evidence import measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

# Types of other vendors. A type that nobody knows may be a new one of the API's own, and passes.
_FOREIGN = ("function", "required", "custom", "allowed_tools")
_TAGS = "'auto', 'any', 'tool', 'none'"


@rule(
    phase=Phase.FIELDS,
    when=("tool_choice=",),
    message="tool_choice: {text}",
    variants={
        "field": "tool_choice.{field}: {text}",
        "tag": "tool_choice: Input tag '{tag}' found using 'type' does not match any of the expected tags: {tags}",
    },
    also=("tool_choice: Input should be an object",),
    evidence=[measured("AEGIS probe; portkey live tests", "2026-08-28")],
    claims=(("*", "", "tool_choice"), ("*", "ToolChoiceTool", "name")),
    breaks=request(user("Hi"), tools=[tool()], tool_choice="required"),
    spares=request(user("Hi"), tools=[tool()], tool_choice={"type": "any", "disable_parallel_tool_use": True}),
)
def tool_choice_shape(index: Index, target: Target) -> Hits:
    """`tool_choice` is an object of type `auto`, `any`, `tool` or `none`.

    Other vendors write a bare word, say `required` for `any`, or wrap the name of the tool in a `function`.
    """
    faults = claimed(index, "tool-choice-shape")
    for fault in faults:
        if fault.kind != "tag":
            field = fault.loc.removeprefix("tool_choice").removeprefix(".")
            yield hit(fault.path, "field" if field else "", field=field, text=fault.text)
    choice = index.request["tool_choice"]
    kind = choice.get("type") if isinstance(choice, dict) else None
    if any(fault.kind == "tag" for fault in faults) or (isinstance(kind, str) and kind in _FOREIGN):
        yield hit(("tool_choice",), "tag", tag=kind, tags=_TAGS)
