"""The pass `name_container_by_id`."""

from typing import Any

from sendable.contract.rules.native.container_shape import BETA
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

_FIELDS = ("id", "skills")


@repair_pass("container-shape")
def name_container_by_id(draft: Draft) -> None:
    """Send a container as the string that names it, or as an object of nothing but id and skills.

    What names no container at all is left out. Skills need their beta: where it is known to be missing and may not be
    asked for, the finding stays, since without its skills the request would be another one.
    """
    container = draft.index.request.get("container")
    name = container.get("id") if isinstance(container, dict) else None
    if isinstance(container, dict) and container.get("skills"):
        _keep_skills(draft, container)
    elif isinstance(name, str) and name:
        _put(draft, name, "named the container by its id")
    elif draft.may("container-shape", ("container",), Loss.KEEPS, "left out what names no container"):
        draft.unset(("container",))


def _keep_skills(draft: Draft, container: dict[str, Any]) -> None:
    if draft.target.lacks(BETA):
        what = "asked for the beta that the skills of a container need"
        if not draft.options.add_betas or not draft.may("container-shape", ("container",), Loss.KEEPS, what):
            return
        draft.ask_for(BETA)
    kept = {field: container[field] for field in _FIELDS if field in container}
    if len(kept) < len(container):
        _put(draft, kept, "sent the container with its id and skills alone")


def _put(draft: Draft, value: Any, what: str) -> None:
    if draft.may("container-shape", ("container",), Loss.KEEPS, what):
        draft.set(("container",), value)
