"""The pass `drop_code_without_container`."""

from sendable.contract.native_pairs import native_pairs
from sendable.repair.callers import make_direct
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass


@repair_pass(
    "container-required",
    unstable="code in flight stays once the request carries its container",
)
def drop_code_without_container(draft: Draft) -> None:
    """Drop code that waits for client results when the request lacks the container it runs in.

    The id of the container cannot be made up. The client calls that the code made, and their results, stay as direct
    calls, so what the tools said is not lost.
    """
    rule = "container-required"
    dropped = []
    for call in native_pairs(draft.index).uncontained:
        if draft.may(rule, call.path, Loss.DROPS, "dropped the code in flight, whose container is not known any more"):
            draft.drop(call, rule)
            dropped.append(call)
    make_direct(draft, dropped, rule)
