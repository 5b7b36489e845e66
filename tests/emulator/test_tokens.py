from sendable.emulator import tokens
from sendable.wire.build import PNG, document, image, pdf, png, text, thinking, tool_result, tool_use


def test_text_is_counted_by_its_length() -> None:
    assert tokens.of_text("") == 0
    assert tokens.of_block(text("x" * 400)) == 100


def test_images_are_counted_by_area_and_not_by_bytes() -> None:
    assert tokens.of_block(image(PNG)) == 1
    assert tokens.of_block(image(png(750, 100))) == 100
    assert tokens.of_block(image(png(8000, 8000))) == tokens.IMAGE
    assert tokens.of_block({"type": "image", "source": {"type": "url", "url": "x"}}) == tokens.IMAGE


def test_documents_are_counted_by_page() -> None:
    assert tokens.of_block(document(pdf(3))) == 3 * tokens.PAGE


def test_media_in_results_count_as_media() -> None:
    assert tokens.of_block(tool_result(content=[image(png(750, 100))])) < 150


def test_breakpoints_count_for_nothing() -> None:
    assert tokens.of_block(tool_use(cache_control={"type": "ephemeral"})) == tokens.of_block(tool_use())


def test_thinking_that_is_not_shown_counts_as_well() -> None:
    assert tokens.of_block(thinking("")) > 0
