"""From a conversation to a request: a faithful map, block by block. It repairs nothing and knows no rule of the API."""

from sendable.render.kept import Renderings
from sendable.render.left_out import left_out
from sendable.render.render import render
from sendable.render.style import Style, TextResults

__all__ = ["Renderings", "Style", "TextResults", "left_out", "render"]
