"""The rule `block-binding-field`."""

from sendable.contract.evidence import documented
from sendable.contract.prefix_check import BINDING_BETA
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_ASKED = request(user("Hi"), thinking={"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}})


@rule(
    phase=Phase.FIELDS,
    when=("thinking=",),
    message="thinking.{mode}.block_binding: Extra inputs are not permitted",
    evidence=[documented("build-with-claude/preserved-thinking, thinking-troubleshooting", "2026-10-08")],
    claims=(
        ("extra", "ThinkingConfigDisabled", "block_binding"),
        ("extra", "ThinkingConfigBetweenTools", "block_binding"),
    ),
    breaks=Example(_ASKED, Target(model="claude-opus-5-5", betas=[])),
    spares=Example(_ASKED, Target(model="claude-opus-5-5", betas=[BINDING_BETA])),
)
def block_binding_field(index: Index, target: Target) -> Hits:
    """What to do with thinking of another conversation is asked for together with the beta of that setting.

    A session that once chose to have failing blocks dropped keeps the setting, and a client that does not pass the
    header on sends it without. With thinking that is off, or only between tools, there is no such setting.
    """
    for fault in claimed(index, "block-binding-field"):
        yield hit(fault.path, mode=fault.loc.split(".")[1])
    setting = index.request.get("thinking")
    if not isinstance(setting, dict) or setting.get("block_binding") is None or not target.lacks(BINDING_BETA):
        return
    if setting.get("type") in ("adaptive", "enabled"):
        yield hit(("thinking", "block_binding"), mode=setting["type"])
