import io

from sendable.reporting.page import Page, printable


def written(page: Page, encoding: str = "utf-8") -> bytes:
    out = io.BytesIO()
    page.write(out, encoding)
    return out.getvalue()


def test_paragraph_is_wrapped_behind_its_first_words() -> None:
    page = Page(40)
    page.paragraph("word " * 20, first="note  ")
    assert max(map(len, page.lines)) <= 40
    assert page.lines[0].startswith("  note  word")
    assert page.lines[1].startswith("        word")


def test_row_is_wrapped_between_parts() -> None:
    page = Page(40)
    page.row("  1  user  ", [(f"part number {n}", "") for n in range(6)])
    assert all(len(line) <= 40 for line in page.lines)
    assert page.lines[1].startswith("           part number")


def test_width_stays_within_bounds() -> None:
    assert (Page(3).width, Page(1000).width) == (40, 100)


def test_colour_is_only_there_when_asked_for() -> None:
    assert Page(80).paint("x", "bad") == "x"
    assert Page(80, colour=True).paint("x", "bad") != "x"


def test_control_characters_and_lone_surrogates_are_made_harmless() -> None:
    assert "\x1b" not in printable("\x1b[2J\ud800")
    page = Page(80)
    page.line(page.paint("\ud800", ""))
    assert written(page)


def test_encoding_without_the_signs_gets_plain_ones() -> None:
    page = Page(80)
    page.line("✗ rejected …")
    assert written(page, "ascii") == b"x rejected ~\n"
