"""The rule `tool-choice-shape`."""

from sendable.contract.evidence import measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("tool_choice=",),
    message="tool_choice: {text}",
    variants={"field": "tool_choice.{field}: {text}"},
    also=(
        "tool_choice: Input tag '{tag}' found using 'type' does not match any of the expected tags: "
        "'auto', 'any', 'tool', 'none'",
        "tool_choice: Input should be an object",
    ),
    evidence=[measured("AEGIS probe; portkey live tests", "2026-08-28")],
    claims=(("*", "", "tool_choice"), ("*", "ToolChoiceTool", "name")),
    breaks=request(user("Hi"), tools=[tool()], tool_choice="required"),
    spares=request(user("Hi"), tools=[tool()], tool_choice={"type": "any", "disable_parallel_tool_use": True}),
)
def tool_choice_shape(index: Index, target: Target) -> Hits:
    """`tool_choice` is an object of type `auto`, `any`, `tool` or `none`.

    Other vendors write a bare word, say `required` for `any`, or wrap the name of the tool in a `function`.
    """
    for fault in claimed(index, "tool-choice-shape"):
        field = fault.loc.removeprefix("tool_choice").removeprefix(".")
        yield hit(fault.path, "field" if field else "", field=field, text=fault.text)
