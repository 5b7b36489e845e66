"""The rule `bedrock-malformed-input`."""

from sendable.contract.evidence import recorded
from sendable.contract.malformed import malformed_contents
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, text, user
from sendable.wire.index import Index

_BEDROCK = Target("bedrock", endpoint="invoke")


@rule(
    phase=Phase.FIELDS,
    message="Malformed input request: #: subject must not be valid against schema {schema}#{pointer}: "
    "expected type: JSONArray, found: JSONObject#{pointer}: expected type: String, found: JSONObject, "
    "please reformat your input and try again.",
    also=(
        "Malformed input request: #: subject must not be valid against schema {schema}#{pointer}: "
        "expected type: String, found: JSONObject#{pointer}: expected type: JSONArray, found: JSONObject, "
        "please reformat your input and try again.",
    ),
    evidence=[recorded("claude-3-5-haiku on Bedrock InvokeModel, in both orders of the two parts", "2025-04-17")],
    platforms=("bedrock",),
    endpoints=("invoke", "invoke-with-response-stream"),
    breaks=Example(request({"role": "user", "content": text("Hi")}, model=None), _BEDROCK),
    spares=Example(request(user(text("Hi")), model=None), _BEDROCK),
    unrepairable="an object that is no whole block may mean several things; one that is becomes a list of one",
)
def bedrock_malformed_input(index: Index, target: Target) -> Hits:
    """On Bedrock the `content` of a message is a string or an array.

    InvokeModel holds a body against a schema of its own before the model sees it, and tells all its faults in one
    line. Where a block stands for the list of blocks, that line is the answer.
    """
    for path in malformed_contents(index, target):
        yield hit(path, schema='{"required":["messages"]}', pointer="/" + "/".join(map(str, path)))
