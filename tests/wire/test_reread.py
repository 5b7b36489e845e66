import math
from typing import Any

import msgspec
import pytest

from sendable import UnreadableError
from sendable.wire.build import request, user
from sendable.wire.read import read
from sendable.wire.reread import read_sealed
from sendable.wire.seals import sealed

MANY = [user(f"{at}", None) if at == 3 else user(f"{at}") for at in range(130)]  # type: ignore[arg-type]


class Plain:
    def model_dump(self, **_: Any) -> dict[str, Any]:
        return {"type": "text", "text": "a"}


@pytest.mark.parametrize(
    "held",
    [
        request(user("Hi")),
        request(),
        request(*MANY),
        request(*MANY, system="Be kind."),
        request(user("Hi"), metadata={"a": None}),
        [user("Hi")],
        {"params": request(user("Hi"))},
        {"messages": "none"},
        request(user("\ud800")),
        request(user("Hi"), system="\ud800"),
        request(user({"type": "text", "text": 2**70})),
        request(user(Plain())),  # type: ignore[arg-type]
        request(user("Hi"), system=[Plain()]),
        b'{"messages": []}',
    ],
)
def test_a_request_is_read_as_it_is_without_seals(held: Any) -> None:
    one, other = read_sealed(held), read(held)
    assert msgspec.structs.replace(one, seals=None) == other
    assert (one.request is held) == (other.request is held)


def test_the_source_knows_the_seals_of_its_messages() -> None:
    assert read_sealed(request(*MANY)).seals == sealed(MANY)
    assert read_sealed(request(user("\ud800"))).seals is None


@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_what_is_no_number_is_refused_wherever_it_stands(number: float) -> None:
    for held in (request(*MANY, user({"a": number})), request(user({"a": number})), request(temperature=number)):
        with pytest.raises(UnreadableError, match="a number is out of range"):
            read_sealed(held)
