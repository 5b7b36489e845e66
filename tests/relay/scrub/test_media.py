import base64
import json
import random
from pathlib import Path

import pytest

from sendable.relay.scrub.media import media_filler
from sendable.wire.build import pdf, png
from sendable.wire.media.base64_text import is_base64
from sendable.wire.media.dimensions import dimensions
from sendable.wire.media.pdf import pdf_facts
from sendable.wire.media.signature import sniffed
from tests.test_cases import CASES

MEDIA = sorted((CASES / "media").glob("*.b64"))


@pytest.mark.parametrize("file", MEDIA, ids=lambda file: str(file.stem))
def test_what_a_file_says_of_itself_stays(file: Path) -> None:
    data = file.read_text(encoding="ascii").strip()
    filler = media_filler(data, 7)
    kind = sniffed(data)
    assert sniffed(filler) == kind
    assert dimensions(filler, kind) == dimensions(data, kind)
    assert pdf_facts(filler) == pdf_facts(data)
    assert len(filler) == len(data)
    assert is_base64(filler) is is_base64(data)


def test_nothing_of_its_inside_stays() -> None:
    noise = random.Random(1).randbytes(3000)
    for data in (png(800, 600), pdf(3)):
        held = base64.b64encode(base64.b64decode(data) + noise).decode()
        made = base64.b64decode(media_filler(held, 7))
        assert not any(noise[at : at + 4] in made for at in range(len(noise) - 4))


def test_two_files_stay_two() -> None:
    assert media_filler(png(10, 10), 1) != media_filler(png(10, 10), 2)


@pytest.mark.parametrize(
    ("data", "filler"),
    [
        ("", ""),
        ("not base64!", "AAA AAAAAA!"),
        ("AbC=", "AAAA="[:3] + "="),
        ("data:image/png;base64,zzzz", "data:image/png;base64,AAAH"),
        ("é\ud800", "é\ud800"),
    ],
)
def test_what_is_wrong_stays_wrong(data: str, filler: str) -> None:
    made = media_filler(data, 7)
    assert len(made) == len(data)
    assert is_base64(made) is is_base64(data)
    if not is_base64(data):
        assert made == filler
    assert json.dumps(made)
