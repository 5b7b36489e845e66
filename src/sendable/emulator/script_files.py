"""Scripts in files: YAML, JSON, or Python with a name `script`."""

import json
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

from sendable.emulator.script import Script, script_of
from sendable.errors import UsageError

_NAME = "script"


def load_script(path: str | Path) -> Script:
    """The script that a file holds.

    Raises:
        UsageError: the file cannot be read, or holds no script.
    """
    file = Path(path)
    try:
        return script_of(_READERS.get(file.suffix.lower(), _from_yaml)(file))
    except UsageError as fault:
        raise UsageError(f"{file.name}: {fault}") from None
    except OSError as fault:
        raise UsageError(f"{file.name}: {fault.strerror}") from None


def _from_yaml(file: Path) -> Any:
    try:
        yaml: Any = import_module("yaml")
    except ImportError:
        raise UsageError("scripts in YAML need the extra: pip install 'sendable[emulator]'") from None
    try:
        return yaml.safe_load(file.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as fault:
        raise UsageError(f"no YAML: {' '.join(str(fault).split())}") from None


def _from_json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except ValueError as fault:
        raise UsageError(f"no JSON: {fault}") from None


def _from_python(file: Path) -> Any:
    try:
        names = runpy.run_path(str(file))
    except OSError:
        raise
    except Exception as fault:  # noqa: BLE001 - whatever the script does wrong, its writer is told
        raise UsageError(f"{type(fault).__name__}: {fault}") from None
    if _NAME not in names:
        raise UsageError(f"it has no name `{_NAME}`: a list of rules, or a function that is given the turn")
    return names[_NAME]


_READERS = {".json": _from_json, ".py": _from_python, ".yaml": _from_yaml, ".yml": _from_yaml}
