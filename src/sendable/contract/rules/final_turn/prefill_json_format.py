"""The rule `prefill-json-format`."""

from sendable.contract.closing_turn import prefill
from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import SCHEMA, assistant, request, user
from sendable.wire.index import Index

_JSON = {"format": {"type": "json_schema", "schema": {**SCHEMA, "additionalProperties": False}}}


@rule(
    phase=Phase.FINAL_TURN,
    when=("output_config=", "output_format="),
    message="output_config.format: Prefilling the assistant message is not supported with structured outputs.",
    evidence=[
        documented("build-with-claude/structured-outputs: not together with a prefill; no text is given", "2026-08-21"),
        measured("llm-xlate, findings of a run over nine models", "2026-09-10"),
    ],
    breaks=Example(
        request(user("As JSON."), assistant("{"), output_config=_JSON), Target(model="claude-haiku-4-5", betas=None)
    ),
    spares=Example(request(user("As JSON."), output_config=_JSON), Target(model="claude-haiku-4-5")),
)
def prefill_json_format(index: Index, target: Target) -> Hits:
    """A request for an answer in a JSON schema ends with the user.

    The grammar of the schema starts at the first character of the answer, so none may be given. Older code opens the
    answer with a brace, and keeps doing so once it asks for a schema. The API's own words for it are not known; on
    models that take no prefill `prefill-unsupported` reports it.
    """
    if target.facts is None or not target.facts.prefill or not _asks_for_schema(index):
        return
    turn = prefill(index)
    if turn is not None and turn.blocks:
        yield hit(turn.messages[-1].path)


def _asks_for_schema(index: Index) -> bool:
    config = index.request.get("output_config")
    return index.request.get("output_format") is not None or (
        isinstance(config, dict) and config.get("format") is not None
    )
