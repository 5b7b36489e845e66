"""The pass `drop_fields_refused_before`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.told_alike import REFUSED_FIELD, of_kind
from sendable.repair.told_scope import is_spare


@repair_pass(always=True)
def drop_fields_refused_before(draft: Draft) -> None:
    """Leave out each field that the API refused in an earlier request of the conversation.

    It told so of a field that nobody knew of, and a retry without it was accepted: the next request would be refused
    first once more, and read another prefix from the cache than was sent. Another model, platform or beta may take it.
    """
    request = draft.index.request
    for kind in draft.past.refused:
        for place in of_kind(request, kind):
            what = f"left out the field `{kind.name}`, which the API refused in an earlier request"
            if is_spare(request, place) and draft.may(REFUSED_FIELD, place, Loss.DROPS, what):
                draft.unset(place)
