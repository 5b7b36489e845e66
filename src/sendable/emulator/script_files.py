"""Scripts in files: YAML, JSON, or Python with a name `script`."""

import json
import runpy
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

from sendable.emulator.script import Script, script_of
from sendable.emulator.script_fields import fault, within
from sendable.errors import UsageError

_NAME = "script"
_TWICE = "stands twice in one object"
_TOO_DEEP = "nested too deeply to be a script"


def load_script(path: str | Path) -> Script:
    """The script that a file holds.

    Raises:
        UsageError: the file cannot be read, or holds no script.
    """
    file = Path(path)
    try:
        return script_of(_READERS.get(file.suffix.lower(), _from_yaml)(file))
    except UsageError as wrong:
        raise UsageError(f"{file.name}: {wrong}") from None
    except OSError as wrong:
        raise UsageError(f"{file.name}: {wrong.strerror}") from None


def _from_yaml(file: Path) -> Any:
    try:
        yaml: Any = import_module("yaml")
    except ImportError:
        raise UsageError("scripts in YAML need the extra: in a clone of sendable, pip install '.[emulator]'") from None
    try:
        text = file.read_text(encoding="utf-8")
        _hold_keys(yaml.compose(text, yaml.SafeLoader), "", set())
        return yaml.safe_load(text)
    except (yaml.YAMLError, UnicodeDecodeError) as wrong:
        raise UsageError(f"no YAML: {' '.join(str(wrong).split())}") from None
    except RecursionError:
        raise UsageError(_TOO_DEEP) from None


def _hold_keys(node: Any, place: str, seen: set[int]) -> None:
    """Refuse a name that stands twice in one object of YAML, whose first value the parser would drop unsaid."""
    if node is None or node.id == "scalar" or id(node) in seen:
        return
    seen.add(id(node))
    if node.id == "sequence":
        for at, item in enumerate(node.value):
            _hold_keys(item, within(place, at), seen)
        return
    names = set()
    for key, value in node.value:
        inner = within(place, key.value)
        if key.id == "scalar":
            if key.value in names:
                raise fault(inner, _TWICE)
            names.add(key.value)
        _hold_keys(value, inner, seen)


def _from_json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_object)
    except UsageError:
        raise
    except ValueError as wrong:
        raise UsageError(f"no JSON: {wrong}") from None
    except RecursionError:
        raise UsageError(_TOO_DEEP) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise fault(next(name for name in names if names.count(name) > 1), _TWICE)
    return made


def _from_python(file: Path) -> Any:
    folder = str(file.resolve().parent)
    # As `python FILE` does it: what stands beside a script can be imported, by its functions later on too.
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        names = runpy.run_path(str(file))
    except OSError as wrong:
        if wrong.filename is not None and Path(wrong.filename) == file:
            raise
        raise _raised(wrong, file) from None
    except (Exception, SystemExit) as wrong:  # noqa: BLE001 - whatever the script does wrong, its writer is told
        raise _raised(wrong, file) from None
    if _NAME not in names:
        raise UsageError(f"it has no name `{_NAME}`: a list of rules, or a function that is given the turn")
    return names[_NAME]


def _raised(wrong: BaseException, file: Path) -> UsageError:
    """What went wrong while the script was run, and in which of its lines."""
    lines = [frame.lineno for frame in traceback.extract_tb(wrong.__traceback__) if frame.filename == str(file)]
    number = wrong.lineno if isinstance(wrong, SyntaxError) else lines[-1] if lines else None
    said = f"{type(wrong).__name__}: {wrong}".removesuffix(": ")
    return UsageError(f"line {number}: {said}" if number is not None else said)


_READERS = {".json": _from_json, ".py": _from_python, ".yaml": _from_yaml, ".yml": _from_yaml}
