"""Fill in what a rendering gives: the request, or the error. Read the diff before you commit.

usage: python tools/accept_render.py CASE.json ...      rewrite the derived part of these cases under cases/render/

A case is what a person writes: `why`, `conversation`, `target`, `fields`, `style`. The rest, `rendered` with its keys
in the order in which they are sent, or `error`, is derived here and then held by the tests.
"""

import json
import sys
from pathlib import Path
from typing import Any

from accept import with_media, without_media
from sendable.conversation import Conversation, loads
from sendable.errors import SendableError
from sendable.render import Style, render
from sendable.targets import Target

WRITTEN = ("why", "conversation", "target", "fields", "style")


def conversation_of(case: dict[str, Any]) -> Conversation:
    return loads(json.dumps(with_media(case["conversation"])))


def derived(case: dict[str, Any]) -> dict[str, Any]:
    """The case with its derived part."""
    kept: dict[str, Any] = {key: case[key] for key in WRITTEN if key in case}
    target, style = Target(**case.get("target", {})), Style(**case.get("style", {}))
    try:
        made = render(conversation_of(case), target, fields=case.get("fields"), style=style)
    except SendableError as error:
        kept["error"] = {"kind": type(error).__name__, "message": str(error), "path": getattr(error, "path", "")}
    else:
        kept["rendered"] = without_media(made)
    return kept


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 2
    for name in sys.argv[1:]:
        path = Path(name)
        case = derived(json.loads(path.read_text(encoding="utf-8")))
        path.write_text(json.dumps(case, indent=2, ensure_ascii=True) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
