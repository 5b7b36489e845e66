"""The pass `replace_unusable_media`."""

from sendable.contract.finding import Finding
from sendable.contract.media import LARGEST_SIDE, MEBIBYTE, largest_image
from sendable.contract.rules.images.file_source import BETA
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.media_notes import may_go, media_by_path, medium_at, newest_user_messages, take_out
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block

WHY: dict[str, str] = {
    "base64-invalid": "its data was no base64",
    "image-empty": "it was empty",
    "image-media-type": "its type is not supported",
    "image-unprocessable": "it could not be read",
    "image-dimensions": f"it exceeded {LARGEST_SIDE} pixels",
    "image-url": "its address cannot be reached",
    "image-url-platform": "it was given by a URL, which this platform does not take",
    "file-source": "it was given by a file id, which was not available",
    "document-media-type": "its type is not supported",
    "document-url-type": "its URL is not that of a PDF",
    "pdf-empty": "it was empty",
    "pdf-invalid": "it was no PDF",
}


@repair_pass(
    *WHY,
    "image-too-big",
    "image-where",
    unstable="what the newest user turn itself holds stays; it is replaced once a turn follows",
)
def replace_unusable_media(draft: Draft) -> None:
    """Put a note in the place of an image or document that the API will never take.

    One broken screenshot in an old tool result refuses every request of the session from then on. The note says what
    is gone, since the model may have spoken of it. In what the assistant said no note is put: words there would be
    the model's, so the block is dropped. A file id that only lacks its beta stays where betas may be added.
    """
    media = media_by_path(draft.index)
    newest = newest_user_messages(draft.index)
    assistants = frozenset(message.at for message in draft.index.messages if message.role == "assistant")
    done: set[Block] = set()
    for finding in draft.findings:
        block = medium_at(media, finding.place)
        if block is None or block in done or (block.parent is not None and block.parent in done):
            continue
        if finding.rule == "file-source" and _may_ask(draft, finding):
            continue
        if block.message in assistants:
            _drop(draft, block, finding)
            done.add(block)
        elif may_go(block, newest) and take_out(draft, block, finding.rule, _why(draft, finding)):
            done.add(block)


def _may_ask(draft: Draft, finding: Finding) -> bool:
    """Ask for the beta of the Files API; whether that is all it takes."""
    if not draft.options.add_betas or draft.target.is_cloud:
        return False
    if BETA not in draft.betas and draft.may(
        finding.rule, finding.place, Loss.KEEPS, "asked for the beta that files by their id need"
    ):
        draft.ask_for(BETA)
    return True


def _drop(draft: Draft, block: Block, finding: Finding) -> None:
    what = f"dropped the {block.kind}, which may not stand in an assistant turn"
    if block.parent is None and draft.may(finding.rule, block.path, Loss.DROPS, what):
        draft.drop(block, finding.rule)


def _why(draft: Draft, finding: Finding) -> str:
    if finding.rule == "image-too-big":
        return f"it exceeded {largest_image(draft.target) // MEBIBYTE} MB"
    if finding.rule == "pdf-invalid" and "password" in finding.message:
        return "it was password protected"
    return WHY[finding.rule]
