"""The pass `drop_refused_fields`."""

from itertools import chain
from typing import Any

from msgspec import structs

from sendable.contract.context_edits import COMPACT, edits
from sendable.contract.envelope import COUNT_TOKENS_FIELDS, FIELD_BETAS, PLATFORM_LACKS
from sendable.contract.finding import Finding
from sendable.contract.rules.fields.unknown_nested_field import NESTED_BETAS
from sendable.contract.shape import claimed
from sendable.contract.threads import continues_thread
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.message_fields import OF_AN_ANSWER
from sendable.repair.repair_pass import repair_pass
from sendable.repair.told import EVIDENCE
from sendable.repair.told_alike import alike
from sendable.repair.told_scope import is_spare
from sendable.wire.paths import Path, dotted, found
from sendable.wire.schema import schema

_NAMES_BETAS = ("betas", "anthropic_beta")


@repair_pass("unknown-top-field", "unknown-nested-field")
def drop_refused_fields(draft: Draft) -> None:
    """Leave out each field that the API refuses where it stands.

    Where only a beta is missing, and betas may be added, the field stays and the beta is asked for. A field that nobody
    knows is no finding and is never touched: what is new may be what the next request needs. The field by which a
    thread goes on stays, since all that was said before would be gone with it, and so does the finding. An object that
    has other faults of its own, such as an image in the place of a text, stays whole: it would be refused all the same.
    Where the API told of a field that nobody saw in advance, the field goes from all objects of that kind: it would be
    refused in the next one.
    """
    broken = _broken_objects(draft)
    for finding in chain.from_iterable(_each(draft, one) for one in draft.findings):
        if finding.place[:-1] in broken:
            continue
        betas = _missing_betas(draft, finding.place)
        if betas and draft.options.add_betas:
            if draft.may(finding.rule, finding.place, Loss.KEEPS, "asked for the beta that the field needs"):
                draft.ask_for(*betas)
            continue
        if finding.place == ("thread",) and continues_thread(draft.index):
            continue
        name = finding.place[-1]
        if not isinstance(name, str):
            continue  # no field
        loss = _loss(draft, finding.place)
        if draft.may(finding.rule, finding.place, loss, f"left out the field `{name}`, which the API refuses here"):
            _keep_betas(draft, finding.place)
            draft.unset(finding.place)


def _each(draft: Draft, finding: Finding) -> list[Finding]:
    """The finding, and what the API has not told yet of the same field."""
    if finding.evidence != EVIDENCE:
        return [finding]
    request = draft.index.request
    places = (place for place in alike(request, finding.place) if is_spare(request, place))
    return [structs.replace(finding, place=place, path=dotted(place)) for place in places]


def _broken_objects(draft: Draft) -> set[Path]:
    """The objects inside the body that do not fit without their refused fields either."""
    return {fault.path[:-1] for fault in claimed(draft.index, "field-types") if len(fault.path) > 1}


def _missing_betas(draft: Draft, path: Path) -> tuple[str, ...]:
    """The betas that would make the field acceptable; none where nothing would."""
    name = str(path[-1])
    if draft.target.betas is None:
        return ()
    if path in NESTED_BETAS:
        return NESTED_BETAS[path]
    if len(path) > 1 or name not in FIELD_BETAS or name in PLATFORM_LACKS[draft.target.platform]:
        return ()
    if draft.target.endpoint == "count_tokens" and name not in COUNT_TOKENS_FIELDS:
        return ()
    if name == "context_management":
        kinds = {edit.get("type") == COMPACT for _, edit in edits(draft.index)}
        return tuple(FIELD_BETAS[name][compact] for compact in sorted(kinds or {False}))
    return FIELD_BETAS[name][-1:]


def _loss(draft: Draft, path: Path) -> Loss:
    name = path[-1]
    on_answer = len(path) == 1 or (len(path) == 3 and path[0] == "messages")
    if on_answer and name in OF_AN_ANSWER and not (len(path) == 1 and name in schema().request):
        return Loss.KEEPS
    not_counted = len(path) == 1 and draft.target.endpoint == "count_tokens"
    envelope = len(path) == 1 and name in (*_NAMES_BETAS, "anthropic_version")
    return Loss.KEEPS if not_counted or envelope or _value(draft, path) is None else Loss.DROPS


def _keep_betas(draft: Draft, path: Path) -> None:
    """Betas that stood in the body go into the header."""
    named = _value(draft, path)
    wanted = draft.target.betas is None or draft.options.add_betas
    if wanted and len(path) == 1 and path[0] in _NAMES_BETAS and isinstance(named, (list, tuple)):
        draft.ask_for(*(beta for beta in named if isinstance(beta, str)))


def _value(draft: Draft, path: Path) -> Any:
    return found(draft.index.request, path)
