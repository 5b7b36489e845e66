"""The names of betas that are known: those that may be kept and told, since all other ones may be of somebody's own."""

from collections.abc import Iterable
from functools import cache

from sendable.contract.envelope import FIELD_BETAS
from sendable.contract.system_runs import EFFORT_BETAS
from sendable.wire.schema import schema


@cache
def known_betas() -> frozenset[str]:
    """Every beta that the API is known to have, and that anything here is judged by."""
    of_fields = (name for names in FIELD_BETAS.values() for name in names)
    return frozenset((*schema().betas, *EFFORT_BETAS, *of_fields))


def only_known_betas(betas: Iterable[str]) -> list[str]:
    """Those of some betas that are known, in order of their names."""
    return sorted(known_betas().intersection(betas))
