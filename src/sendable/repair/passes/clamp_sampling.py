"""The pass `clamp_sampling`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.limits import LIMITS
from sendable.wire.paths import found

RULE = "field-types"
_FIELDS = ("temperature", "top_p", "top_k")


@repair_pass(RULE)
def clamp_sampling(draft: Draft) -> None:
    """Bring `temperature`, `top_p` and `top_k` to the nearest value within their bounds.

    Other APIs take temperatures up to 2. The default instead would be further away from what was asked for.
    """
    for finding in draft.findings:
        limit = LIMITS.get(("", finding.path)) if finding.path in _FIELDS else None
        value = found(draft.index.request, finding.place)
        if limit is None or isinstance(value, bool) or not isinstance(value, (int, float)):
            continue
        bound = limit.least if limit.least is not None and value < limit.least else limit.most
        what = f"brought `{finding.path}` to the nearest value allowed"
        if bound is not None and limit.broken_by(value) and draft.may(RULE, finding.place, Loss.KEEPS, what):
            draft.set(finding.place, bound)
