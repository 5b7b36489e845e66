"""The rule `tool-input-examples`."""

from sendable.contract.evidence import documented
from sendable.contract.json_schema import lacks
from sendable.contract.plain_tools import unusual_tools
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    asks=unusual_tools,
    message="tools.{at}.custom.input_examples.{n}: the example does not match `input_schema` at `{field}`",
    evidence=[documented("agents-and-tools/tool-use/define-tools, without the text", "2026-10-08")],
    breaks=request(user("Hi"), tools=[tool(schema=_SCHEMA, input_examples=[{"q": 7}])]),
    spares=request(user("Hi"), tools=[tool(schema=_SCHEMA, input_examples=[{"q": "seven", "other": 7}])]),
)
def tool_input_examples(index: Index, target: Target) -> Hits:
    """Every input example of a tool fits its schema.

    Only what is sure is judged: a required argument that is missing, or one of another JSON type. Examples fall behind
    when a schema changes. The API's own words are not known.
    """
    for block in index.tools:
        examples = block.value.get("input_examples")
        if block.kind != "custom" or not isinstance(examples, list):
            continue
        for n, example in enumerate(examples):
            field = lacks(block.value.get("input_schema"), example)
            if field is not None:
                yield hit((*block.path, "input_examples", n), at=block.position, n=n, field=field)
