import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.relay.scrub.fillers import Fillers, Make, address, name_like, secret, wording

MAKES = (name_like, wording, address, secret)
TEXTS = st.text(st.characters(), max_size=40)


@given(st.lists(st.tuples(st.sampled_from(MAKES), TEXTS)))
def test_fillers_are_as_long_and_as_blank(texts: list[tuple[Make, str]]) -> None:
    fillers = Fillers()
    for make, text in texts:
        filler = fillers.of(make, text)
        assert fillers.of(make, text) == filler
        assert len(filler) == len(text)
        assert len(filler.encode("utf-8", "surrogatepass")) == len(text.encode("utf-8", "surrogatepass"))
        assert len(filler.lstrip()) == len(text.lstrip())
        assert len(filler.rstrip()) == len(text.rstrip())
        assert filler == Fillers().of(make, text) or len(texts) > 1


@given(st.lists(st.from_regex(r"[A-Za-z0-9._:|-]{3,20}", fullmatch=True), unique=True))
def test_ids_stay_apart_and_as_right_as_they_were(names: list[str]) -> None:
    fillers = Fillers()
    made = [fillers.of(name_like, name) for name in names]
    assert len(set(made)) == len(names)
    pattern = re.compile(r"[a-zA-Z0-9_-]+")
    for name, filler in zip(names, made, strict=True):
        assert bool(pattern.fullmatch(name)) is bool(pattern.fullmatch(filler))


@pytest.mark.parametrize(
    ("make", "text", "pattern"),
    [
        (name_like, "srvtoolu_01Ab", r"srvtoolu_\d\d[A-Z][a-z]"),
        (name_like, "fs.read", r"[a-z]{2}\.[a-z]{4}"),
        (wording, "  Go on. \n", r"  [a-z]{6} \n"),
        (address, "https://example.com/a/b.png?q=1", r"https://[a-z]{7}\.[a-z]{3}/[a-z]/[a-z]\.png\?[a-z]=\d"),
        (address, "data:image/png;base64,iVBO", r"data:image/png;base64,[a-zA-Z]{4}"),
        (address, "/files/a.pdf", r"/[a-z]{5}/[a-z]\.pdf"),
        (secret, "EqQB+/==", r"[A-Za-z]{4}\+/=="),
    ],
)
def test_the_shape_stays(make: Make, text: str, pattern: str) -> None:
    filler = Fillers().of(make, text)
    assert re.fullmatch(pattern, filler)
    assert filler != text


def test_a_filler_says_nothing_of_its_text() -> None:
    assert Fillers().of(wording, "yes") == Fillers().of(wording, "not")
