import base64
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.wire.build import PDF, pdf
from sendable.wire.media.pdf import pdf_facts

MEDIA = Path(__file__).parents[3] / "cases" / "media"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


@pytest.mark.parametrize("pages", [1, 2, 100, 101])
def test_pages_are_counted(pages: int) -> None:
    assert pdf_facts(pdf(pages)).pages == pages


def test_pages_of_a_nested_tree_are_those_of_its_root() -> None:
    leaves = "".join(f"{n} 0 obj<</Type /Page/Parent 3 0 R>>endobj " for n in range(5, 8))
    trees = "2 0 obj<</Type /Pages/Kids[3 0 R]/Count 3>>endobj 3 0 obj<</Type /Pages/Parent 2 0 R/Count 3>>endobj "
    assert pdf_facts(b64(f"%PDF-1.4 {trees}{leaves}".encode())).pages == 3


def test_a_later_revision_counts() -> None:
    data = base64.b64decode(pdf(3)) + b"\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj %%EOF"
    assert pdf_facts(b64(data)).pages == 1


@pytest.mark.parametrize(
    "body",
    [
        b"5 0 obj<</Type/ObjStm/N 9/First 50/Length 10>>stream xxxxxxxxxx endstream endobj",
        b"2 0 obj<</Type/Pages/Count 9>>endobj 3 0 obj<</Type/Page>>endobj",
        b"2 0 obj<</Type/Pages/Count 4 0 R>>endobj 3 0 obj<</Type/Page>>endobj",
    ],
)
def test_pages_that_are_not_sure_are_not_told(body: bytes) -> None:
    assert pdf_facts(b64(b"%PDF-1.5 " + body)).pages is None


@pytest.mark.parametrize(("appended", "pages"), [(b"", 7), (b" ", None)])
def test_a_linearized_file_tells_its_pages_unless_something_was_appended(appended: bytes, pages: int | None) -> None:
    start = b"%PDF-1.5 1 0 obj<</Linearized 1/L 0100/O 3/E 9/N 7/T 9>>endobj "
    assert pdf_facts(b64(start.ljust(100) + appended)).pages == pages


def test_an_encrypted_file_is_told_and_its_pages_are_not() -> None:
    facts = pdf_facts((MEDIA / "pdf-encrypted.b64").read_text(encoding="ascii").strip())
    assert (facts.is_pdf, facts.encrypted, facts.pages) == (True, True, None)


def test_a_cross_reference_stream_may_name_the_encryption() -> None:
    body = b"9 0 obj<</Type/XRef/Size 9/Encrypt 8 0 R/Root 1 0 R/Length 4>>stream xxxx endstream endobj"
    assert pdf_facts(b64(b"%PDF-1.5 " + body)).encrypted


def test_the_word_in_a_page_is_no_encryption() -> None:
    body = b"9 0 obj<</Length 30>>stream (see /Encrypt 8 0 R) endstream endobj trailer<</Root 1 0 R>>"
    assert not pdf_facts(b64(b"%PDF-1.5 " + body)).encrypted


@pytest.mark.parametrize("text", ["", "AAAA", b64(b"<html>"), b64(b" " * 1020 + b"%PDF-1.4")])
def test_what_has_no_signature_is_no_pdf(text: str) -> None:
    assert not pdf_facts(text).is_pdf


def test_the_signature_may_stand_a_little_behind_the_start() -> None:
    assert pdf_facts(b64(b"\r\n" + base64.b64decode(PDF))).pages == 1


@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    pdf_facts(b64(b"%PDF-1.4" + data))
    pdf_facts(b64(data)[:-1])
