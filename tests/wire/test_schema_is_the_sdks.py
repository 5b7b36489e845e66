import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest

from sendable.wire.schema import schema

TOOL = Path(__file__).parent.parent.parent / "tools" / "schema_from_sdk.py"


def test_schema_agrees_with_the_installed_sdk() -> None:
    try:
        installed = importlib.metadata.version("anthropic")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the package anthropic is not installed: the schema is not compared with it")
    if schema().sdk != f"anthropic {installed}":
        pytest.skip(f"the schema was read off {schema().sdk}, installed is {installed}")
    done = subprocess.run([sys.executable, str(TOOL), "--check"], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
