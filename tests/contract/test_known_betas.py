import re
from pathlib import Path

import sendable
from sendable.contract.known_betas import known_betas, only_known_betas

BETA = re.compile(r'"([a-z0-9-]+-20\d\d-\d\d-\d\d)"')
NO_BETAS = {"bedrock-2023-05-31", "vertex-2023-10-16"}


def test_each_beta_that_anything_is_judged_by_is_known() -> None:
    """So that leaving the others out of what is kept changes no judgement."""
    room = Path(sendable.__file__).parent
    named = {
        beta
        for place in ("contract", "repair", "prefix", "targets", "checking.py")
        for file in ([room / place] if place.endswith(".py") else (room / place).rglob("*.*"))
        if file.suffix in (".py", ".toml", ".json")
        for beta in BETA.findall(file.read_text("utf-8"))
    }
    assert len(named) > 10
    assert named - known_betas() - NO_BETAS == set()


def test_others_are_left_out() -> None:
    known = min(known_betas())
    assert only_known_betas(["acme-secret-2026-01-01", known, "acme", known]) == [known]
