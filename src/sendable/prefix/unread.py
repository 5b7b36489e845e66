"""Thinking that a switch of model leaves out: what the new model cannot read is removed silently."""

from collections.abc import Sequence

from sendable.prefix.comparison import Unread
from sendable.targets.models import find_model
from sendable.targets.readers import is_preserved, reads


def unread_by(reader: str, maker: str, platform: str, paths: Sequence[str]) -> Unread | None:
    """What the reader leaves out of the maker's blocks; None when it reads them."""
    if reader == maker:
        return None
    known = reads(reader, maker, platform)
    if known:
        return None
    return Unread(maker, reader, "changed" if known is False else "unsure", tuple(paths))


def is_bound(maker: object) -> bool:
    """Whether a model's blocks record what precedes them; True when the model is unknown."""
    model = find_model(maker) if isinstance(maker, str) else None
    return model is None or is_preserved(model)
