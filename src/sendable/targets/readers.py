"""Which model reads whose thinking blocks, as data."""

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from sendable.targets.models import Model, find_model

Platform = Literal["api", "bedrock", "vertex", "foundry"]

_RANGE = re.compile(r"(\w+?)(-|<=)(\d+)(?:\.(\d+))?")
_FIRST_BOUND = {"fable": (5, 1), "mythos": (5, 1), "opus": (5, 5), "sonnet": (5, 5), "haiku": (5, 5)}
"""The first version of each family whose thinking is preserved; `readers.toml` has a row for each."""


class Reader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of `readers.toml`, where the columns are explained."""

    rest: Literal["no", "unknown"]
    reads: tuple[str, ...] = ()
    reads_on: dict[Platform, tuple[str, ...]] = {}
    not_reads: tuple[str, ...] = ()


@cache
def readers() -> dict[str, Reader]:
    """Every row by its name."""
    text = resources.files("sendable.targets").joinpath("readers.toml").read_text(encoding="utf-8")
    return {name: msgspec.convert(row, Reader) for name, row in tomllib.loads(text).items()}


def reads(reader: str | None, maker: str | None, platform: str = "api") -> bool | None:
    """Whether a model reads the thinking that another one made; None when that is not known.

    Args:
        reader: name of the model that the request goes to.
        maker: name of the model that made the blocks.
        platform: where the request goes.
    """
    one, other = find_model(reader), find_model(maker)
    if one is None or other is None:
        return None
    if (one.family, one.version) == (other.family, other.version):
        return True
    row = _row(one)
    # A version that no row names may differ from the one before it.
    if row is None or other.inherited:
        return None
    allowed = (*row.reads, *next((names for where, names in row.reads_on.items() if where == platform), ()))
    if any(_covers(name, other) for name in allowed):
        return True
    if row.rest == "no" and _documented(other):
        return False
    return False if any(_covers(name, other) for name in row.not_reads) else None


def _row(model: Model) -> Reader | None:
    named = readers().get(f"{model.family}-{model.version[0]}.{model.version[1]}")
    return named or (readers()["older"] if model.version < _FIRST_BOUND[model.family] else None)


def _documented(model: Model) -> bool:
    """Whether the model was there when the page was written."""
    return model.version <= _FIRST_BOUND[model.family]


def _covers(name: str, model: Model) -> bool:
    found = _RANGE.fullmatch(name)
    if found is None:
        return False
    family, how, major, minor = found.groups()
    version = int(major), int(minor or 0)
    return family == model.family and (model.version == version or (how == "<=" and model.version < version))


def is_preserved(model: Model) -> bool:
    """Whether the blocks of a model record what precedes them (from Fable 5.1 on)."""
    return model.version >= _FIRST_BOUND[model.family]
