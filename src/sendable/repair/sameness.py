"""Whether two blocks say the same."""

import json

from sendable.wire.blocks import Block


def said(block: Block) -> str:
    """What a block says, its breakpoint aside, as something that can be looked up."""
    bare = {name: value for name, value in block.value.items() if name != "cache_control"}
    return json.dumps(bare, sort_keys=True)
