"""Which sampling parameters of a request are refused: by thinking, by the model, or by each other."""

from collections.abc import Iterator

from sendable.contract.thinking_setting import thinking_type
from sendable.targets import Target
from sendable.wire.index import Index

FIELDS = ("temperature", "top_p", "top_k")


def given(index: Index, field: str) -> float | None:
    """The value of a sampling parameter; None when it is not given, or is no number."""
    value = index.request.get(field)
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def refused_by_thinking(index: Index) -> Iterator[str]:
    """The parameters that thinking refuses: it leaves nothing to choose but `top_p` from 0.95 on."""
    if thinking_type(index) not in ("enabled", "adaptive"):
        return
    temperature, top_p, top_k = (given(index, field) for field in FIELDS)
    if temperature is not None and temperature != 1:
        yield "temperature"
    if top_p is not None and top_p < 0.95:
        yield "top_p"
    if top_k is not None:
        yield "top_k"


def refused_by_model(index: Index, target: Target) -> Iterator[str]:
    """The parameters that the model takes with their default value only, where they have another one.

    What thinking refuses is left out: the API reports that first (recorded on Sonnet 5, 2026).
    """
    kind = target.facts.sampling if target.facts is not None else ""
    if kind not in ("default", "haiku-5-5"):
        return
    already = set(refused_by_thinking(index))
    for field in FIELDS:
        value = given(index, field)
        if value is not None and field not in already and not _is_default(field, value, kind):
            yield field


def _is_default(field: str, value: float, kind: str) -> bool:
    if field == "temperature":
        return value == 1
    if field == "top_p":
        # no page states the default of the other models; it is 0.99 on Haiku 5.5, and 1 would cut nothing off
        return value == 0.99 if kind == "haiku-5-5" else value >= 0.99
    return False
