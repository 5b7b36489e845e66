"""The pass `drop_excess_media`."""

from collections.abc import Iterable

from sendable.contract.media import (
    LARGEST_SIDE,
    LARGEST_SIDE_OF_MANY,
    MANY,
    Media,
    media_of,
    most_media,
    pages_of,
)
from sendable.repair.draft import Draft
from sendable.repair.media_notes import may_go, newest_user_messages, take_out
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block

TOO_MANY = "the request held too much media"
TOO_LARGE = f"it exceeded {LARGEST_SIDE_OF_MANY} pixels in a request of more than {MANY} images"


@repair_pass(
    "pdf-pages",
    "image-count",
    "image-dimensions-many",
    unstable="what was fine goes once later media take the request over a limit",
)
def drop_excess_media(draft: Draft) -> None:
    """Put notes in the place of the oldest media until the request keeps to the limits of their number.

    As few as possible, the oldest first. Of many images either those go that are too large for many, or so many that
    what is left is not many any more, whichever is fewer. What the newest user turn itself holds stays; where that
    alone is too much, nothing goes, since nothing would help.
    """
    media = media_of(draft.index)
    newest = newest_user_messages(draft.index)
    gone: set[Block] = set()
    rules = {finding.rule for finding in draft.findings}
    if "pdf-pages" in rules:
        _take(draft, "pdf-pages", _pages_over(draft, media, newest), "the request had too many pages", gone)
    if "image-count" in rules or "pdf-pages" in rules:
        _take(draft, "image-count", _media_over(draft, media, newest, gone), TOO_MANY, gone)
    if "image-dimensions-many" in rules:
        _take(draft, "image-dimensions-many", _large_of_many(draft, media, newest, gone), TOO_LARGE, gone)


def _take(draft: Draft, rule: str, blocks: Iterable[Block], why: str, gone: set[Block]) -> None:
    for block in blocks:
        if take_out(draft, block, rule, why):
            gone.add(block)


def _pages_over(draft: Draft, media: Media, newest: frozenset[int]) -> list[Block]:
    """The PDFs to take out: those that are too long alone, then the oldest."""
    most = most_media(draft.target) or 0
    pages = {found.block: pages_of(found) for found in media.pdfs if may_go(found.block, newest)}
    order = sorted(pages, key=lambda block: pages[block] <= most)
    return _enough(order, pages, media.pages - most)


def _media_over(draft: Draft, media: Media, newest: frozenset[int], gone: set[Block]) -> list[Block]:
    """The images and PDFs to take out, the oldest first."""
    most = most_media(draft.target)
    if most is None:
        return []
    weights = dict.fromkeys(media.images, 1) | {found.block: pages_of(found) for found in media.pdfs}
    left = {block: weight for block, weight in weights.items() if block not in gone}
    order = sorted((block for block in left if left[block] and may_go(block, newest)), key=lambda block: block.path)
    return _enough(order, left, sum(left.values()) - most)


def _enough(order: list[Block], weights: dict[Block, int], over: int) -> list[Block]:
    """The first ones that together weigh at least what is over; none when all of them do not."""
    taken: list[Block] = []
    for block in order:
        if over <= 0:
            break
        taken.append(block)
        over -= weights[block]
    return taken if over <= 0 else []


def _large_of_many(draft: Draft, media: Media, newest: frozenset[int], gone: set[Block]) -> list[Block]:
    over = media.count_towards_many(draft.target) - len(gone) - MANY
    large = [
        found.block
        for found in media.inline_images
        if LARGEST_SIDE_OF_MANY < found.longest <= LARGEST_SIDE and found.block not in gone
    ]
    if over <= 0 or not large:
        return []
    going = [block for block in large if may_go(block, newest)]
    if len(going) == len(large) <= over:
        return going
    aside = {*gone, *large}
    others = [block for block in media.images if block not in aside and may_go(block, newest)]
    fewer = [*going, *others][:over]
    if len(fewer) == over:
        return fewer
    return going if len(going) == len(large) else []
