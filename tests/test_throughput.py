import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("aiohttp")

ROOT = Path(__file__).parent.parent


@pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="the benchmark reads processor times where Linux has them"
)
def test_the_servers_that_are_compared_start_and_answer() -> None:
    """Each answer is held against the one that belongs to its request; nothing is timed."""
    command = [sys.executable, str(ROOT / "benchmarks" / "throughput.py"), "--seconds", "0.5", "--rounds", "1"]
    ended = subprocess.run(
        [*command, "--litellm", "not-there"], capture_output=True, text=True, timeout=300, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    assert "LiteLLM is not installed, and left out" in lines
    told = [line[:27].rstrip() for line in lines if "/s" in line]
    counts = sorted({1, os.cpu_count() or 1})
    gateways = [f"{name:<24} {count}" for count in counts for name in ("gateway, memory", "gateway, sqlite")]
    assert told == [f"{'nothing in between':<24} 1", f"{'bare proxy':<24} 1", *gateways]
