"""The rule `unknown-nested-field`."""

from sendable.contract.evidence import documented, measured, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed, faults_by_rule
from sendable.targets import Target
from sendable.wire.build import assistant, request, text, tool_result, tool_use, user
from sendable.wire.index import Index
from sendable.wire.paths import Path

# Nested fields that the SDK has under `beta` alone, and that no rule of its own judges.
NESTED_BETAS: dict[Path, tuple[str, ...]] = {
    ("output_config", "task_budget"): ("task-budgets-2026-03-13",),
}

_HOLDERS = frozenset(str(path[0]) for path in NESTED_BETAS)


def _in_question(index: Index) -> bool:
    """Whether the body does not fit the schema, or has a field that may hold one which needs a beta."""
    return not _HOLDERS.isdisjoint(index.request) or bool(faults_by_rule(index))


@rule(
    phase=Phase.FIELDS,
    asks=_in_question,
    message="{loc}: Extra inputs are not permitted",
    evidence=[
        measured("agent probes of messages, metadata and tools", "2026-09-04"),
        documented("official SDK 2.14, types/beta/*_param.py: every object is closed", "2026-11"),
        reported("anthropics/claude-code#82549 and others", "2026-08"),
    ],
    breaks=request(user("Hi"), assistant("Hello.", stop_reason="end_turn"), user("And?")),
    spares=request(
        user("Hi"),
        assistant(text("One moment.", citations=None), tool_use(caller={"type": "direct"})),
        user(tool_result(), text("And?")),
    ),
)
def unknown_nested_field(index: Index, target: Target) -> Hits:
    """An object in the body holds only the fields that the API takes there.

    Whole answers that were stored as messages bring `id`, `usage` and `stop_reason` along; converters leave their own
    marks on blocks. Fields of an answer that the schema lists (`caller`, `citations: null`) may stay, and a name that
    stands in no type of the SDK is merely new, and passes.
    """
    for fault in claimed(index, "unknown-nested-field"):
        yield hit(fault.path, loc=fault.loc)
    for path, betas in NESTED_BETAS.items():
        holder = index.request.get(str(path[0]))
        if target.lacks(*betas) and isinstance(holder, dict) and holder.get(str(path[1])) is not None:
            yield hit(path, loc=f"{path[0]}.{path[1]}")
