"""The rule `unknown-top-field`."""

from sendable.contract.envelope import refused_fields
from sendable.contract.evidence import documented, measured, recorded
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_CLEARING = {"edits": [{"type": "clear_tool_uses_20250919"}]}


@rule(
    phase=Phase.KEYS,
    message="{path}: Extra inputs are not permitted",
    evidence=[
        recorded("claude-sonnet-5: an unknown top-level field (req_011CeuSN6cS4dVNR9VVVpbee)", "2026-09-04"),
        recorded("Bedrock InvokeModel: context_management without its beta (undated)", "2026-11"),
        measured("other fields of the request are validated first", "2026-09-04"),
        documented("agent gateways that drop the beta header; api/beta-headers", "2026-08-21"),
    ],
    breaks=Example(request(user("Hi"), context_management=_CLEARING), Target(betas=())),
    spares=Example(request(user("Hi"), context_management=_CLEARING), Target(betas=("context-management-2025-06-27",))),
    needs_whole=True,
)
def unknown_top_field(index: Index, target: Target) -> Hits:
    """A body holds only the fields that its platform, endpoint and betas take.

    The schema is closed. Bodies break this with options of a client (`betas`, `extra_headers`), with the fields of a
    stored answer (`usage`, `stop_reason`), with a field whose beta value was lost on the way, and with what another
    platform takes. A name that stands in no type of the SDK is merely new, and passes.
    """
    for name in refused_fields(index, target):
        yield hit((name,))
