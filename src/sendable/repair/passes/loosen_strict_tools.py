"""The pass `loosen_strict_tools`."""

from collections.abc import Callable

from sendable.contract.strict_schemas import StrictSchema, optional_parameters, strict_schemas, union_parameters
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import Path

_ONE = ("strict-circular", "strict-additional-properties", "strict-unsupported-keyword")
_COUNTS: dict[str, tuple[Callable[[StrictSchema], int], int]] = {
    "strict-too-many": (lambda strict: int(strict.tool >= 0), 20),
    "strict-optional": (lambda strict: optional_parameters(strict.schema), 24),
    "strict-unions": (lambda strict: union_parameters(strict.schema), 16),
}


@repair_pass(*_ONE, *_COUNTS)
def loosen_strict_tools(draft: Draft) -> None:
    """Take `strict` off tools whose schemas cannot be compiled, or are more than can be.

    The model still sees the schema as it is; only the guarantee is gone. To close open objects or to make parameters
    required would change what the tool takes. Of too many, the first ones that fit stay strict. The output format has
    no such mark, so its finding stays.
    """
    loose: dict[int, str] = {}
    schemas = strict_schemas(draft.index)
    at: dict[Path, int] = {strict.path: strict.tool for strict in schemas if strict.tool >= 0}
    for finding in draft.findings:
        if finding.rule in _ONE and finding.place in at:
            loose.setdefault(at[finding.place], finding.rule)
    for rule in sorted({finding.rule for finding in draft.findings} & _COUNTS.keys()):
        for tool in _over(schemas, loose, *_COUNTS[rule]):
            loose.setdefault(tool, rule)
    for tool, rule in sorted(loose.items()):
        path = (*draft.index.tools[tool].path, "strict")
        if draft.may(rule, path, Loss.DEMOTES, "took `strict` off the tool"):
            draft.unset(path)


def _over(
    schemas: list[StrictSchema], loose: dict[int, str], count: Callable[[StrictSchema], int], most: int
) -> list[int]:
    """The tools that do not fit any more, when the output format and then the tools are counted in their order."""
    total, over = 0, []
    for strict in sorted(schemas, key=lambda strict: strict.tool >= 0):
        if strict.tool in loose:
            continue
        n = count(strict)
        if strict.tool >= 0 and total + n > most and n:
            over.append(strict.tool)
        else:
            total += n
    return over
