"""The pass `drop_useless_container`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass


@repair_pass("container-without-tool")
def drop_useless_container(draft: Draft) -> None:
    """Leave the container out of a request that cannot run code.

    It is a setting and no part of the conversation. Declaring code execution instead would give the model a tool that
    nobody asked for.
    """
    what = "left the container out, since no tool of the request runs in one"
    if draft.may("container-without-tool", ("container",), Loss.KEEPS, what):
        draft.unset(("container",))
