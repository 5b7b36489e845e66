"""A red picture and a page, as the cases hold them."""

from tests.test_cases import CASES


def _base64(name: str) -> str:
    return (CASES / "media" / f"{name}.b64").read_text(encoding="ascii").strip()


RED = _base64("png-red-64x64")
PAGE = _base64("pdf-1-page")
