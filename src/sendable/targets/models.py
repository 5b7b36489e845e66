"""Which model a name means, and what that model does."""

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import msgspec

FAMILIES = ("fable", "mythos", "opus", "sonnet", "haiku")

_FAMILY = "|".join(FAMILIES)
# claude-opus-4-8, claude-opus-4, claude-mythos-preview …
_NEW_STYLE = re.compile(rf"claude-({_FAMILY})-(preview|latest|\d{{1,2}}(?:[-.]\d{{1,2}})?)(?!\d)")
# … and claude-3-5-sonnet, claude-4-sonnet
_OLD_STYLE = re.compile(rf"claude-(\d{{1,2}}(?:[-.]\d{{1,2}})?)-({_FAMILY})")


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of `models.toml`, where the columns are explained.

    `inherited` names the row that an unknown newer model was given; "" for a row of its own.
    """

    thinking: tuple[str, ...]
    thinks_unasked: bool
    prefill: bool
    sampling: str
    forced_tool: bool
    prefix_check: str
    system_messages: str
    message_effort: bool
    media: int
    efforts: tuple[str, ...]
    context: int | None = None
    max_output: int | None = None
    tool_search: bool | None = None
    capped: tuple[str, ...] = ()
    min_cacheable: int | None = None
    account_bound: bool = False
    programmatic: bool = True
    retired: str | None = None
    assumed: tuple[str, ...] = ()
    name: str = ""
    family: str = ""
    version: tuple[int, int] = (0, 0)
    inherited: str = ""


@cache
def models() -> dict[str, Model]:
    """Every known model by its name."""
    rows = tomllib.loads(resources.files("sendable.targets").joinpath("models.toml").read_text(encoding="utf-8"))
    return {name: _row(name, row) for name, row in rows.items()}


def _row(name: str, row: dict[str, Any]) -> Model:
    family, version = parsed(name) or ("", (0, 0))
    retired = {"retired": str(row["retired"])} if "retired" in row else {}
    return msgspec.convert(row | retired | {"name": name, "family": family, "version": version}, Model)


@lru_cache(maxsize=1024)
def find_model(name: str | None) -> Model | None:
    """The model that a name means: prefixes of vendors, dates of snapshots and suffixes of platforms aside.

    A model of a known family that no row knows is given the row of the newest known one before it. None for a name of
    no Claude family, and for a model older than all known ones.
    """
    found = parsed(name or "")
    if found is None:
        return None
    family, version = found
    kin = [m for m in models().values() if m.family == family and m.version <= version]
    if not kin:
        return None
    nearest = max(kin, key=lambda m: m.version)
    if nearest.version == version:
        return nearest
    return msgspec.structs.replace(nearest, name=name, inherited=nearest.name)


def parsed(name: str) -> tuple[str, tuple[int, int]] | None:
    """Family and version of a name; `preview` stood between 4.6 and 4.7, `latest` is the newest."""
    lower = name.lower()
    if found := _NEW_STYLE.search(lower):
        family, written = found[1], found[2]
    elif found := _OLD_STYLE.search(lower):
        family, written = found[2], found[1]
    else:
        return None
    if written == "preview":
        return family, (4, 65)
    if written == "latest":
        return family, (99, 0)
    major, _, minor = written.replace(".", "-").partition("-")
    return family, (int(major), int(minor or 0))
