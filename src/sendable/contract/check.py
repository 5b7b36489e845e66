"""Judge a request: every finding, in the order in which the API validates."""

from collections.abc import Iterator

from sendable.contract.catalog import relevant
from sendable.contract.evidence import best_for
from sendable.contract.finding import Finding, Note
from sendable.contract.rule import Hit, Phase, Rule
from sendable.contract.shape import faults_of
from sendable.targets import Target
from sendable.wire.index import Index
from sendable.wire.paths import Path, dotted, order
from sendable.wire.shown import shown

# Field by field, as measured on the direct API (2026-08-30 to 09-04).
FIELD_ORDER = (
    "model", "tool_choice", "tools", "messages", "system", "thinking", "output_config", "output_format",
    "cache_control", "max_tokens", "metadata", "stop_sequences", "temperature", "service_tier", "top_k", "top_p",
    "stream", "container", "inference_geo",
)  # fmt: skip
_RANK = {field: rank for rank, field in enumerate(FIELD_ORDER)}


def check(request: object, target: Target | None = None) -> list[Finding]:
    """What the API would refuse in a request, in the order in which it validates; empty when it accepts.

    The first finding is what the API answers with.

    Args:
        request: bytes, str, a dict (SDK models may stand inside), a list of messages or a Batches line.
        target: where it goes; the direct API and the request's own model by default.

    Raises:
        UnreadableError: the input is no request.
    """
    index = request if isinstance(request, Index) else Index(request)
    return judged(index, Target.of(target).for_request(index.request))


def judged(index: Index, target: Target) -> list[Finding]:
    """As `check`, for an index and a target that is settled."""
    found = [(_key(rule, hit), _finding(rule, hit, target)) for rule, hit in _hits(index, target)]
    if len(found) > 1:
        found.sort(key=lambda item: item[0])
    return [finding for _, finding in found]


def _hits(index: Index, target: Target) -> Iterator[tuple[Rule, Hit]]:
    whole = index.source.shape != "messages"
    for asks, rules in relevant(*index.features, target.platform, target.endpoint, whole):
        if asks is None or index.once(asks):
            for rule in rules:
                for hit in rule.judge(index, target):
                    yield rule, hit


def notes(request: object, target: Target | None = None) -> list[Note]:
    """What the verdict knows nothing of: a model of no known family, and names that stand in no SDK type.

    They pass through untouched. The types are those that this was written for.

    Args:
        request: as for `check`.
        target: where it goes; the direct API and the request's own model by default.

    Raises:
        UnreadableError: the input is no request.
    """
    index = request if isinstance(request, Index) else Index(request)
    settled = Target.of(target).for_request(index.request)
    return [*model_notes(settled), *_notes(index)]


def model_notes(target: Target) -> list[Note]:
    """That nothing is known of the model, where that is so."""
    if target.model is None or target.facts is not None:
        return []
    return [Note("model", "nothing is known of this model: what differs between models was not judged")]


def _notes(index: Index) -> Iterator[Note]:
    for fault in faults_of(index):
        if fault.kind == "new":
            yield Note.at(fault.path, fault.text)


def _key(rule: Rule, hit: Hit) -> tuple[object, ...]:
    if rule.phase is not Phase.FIELDS:
        return (rule.phase, 0, order(hit.path), rule.id)
    top = hit.path[0] if hit.path else ""
    return (rule.phase, _RANK.get(str(top), len(_RANK)), order(hit.path), rule.id)


def _finding(rule: Rule, hit: Hit, target: Target) -> Finding:
    template = rule.variants[hit.variant] if hit.variant else rule.message
    path: Path = hit.path
    text = dotted(path)
    return Finding(
        rule=rule.id,
        path=text,
        message=template.format_map({"path": text, **{name: shown(value) for name, value in hit.fields.items()}}),
        status=rule.status,
        type=rule.type if target.platform != "bedrock" else "ValidationException",
        evidence=str(best_for(rule.evidence, hit.variant, text)),
        place=path,
    )
