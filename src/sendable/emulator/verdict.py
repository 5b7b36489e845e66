"""The verdict on a request: what the contract finds, then what only a service can know."""

from collections.abc import Container, Mapping

from sendable.checking import check
from sendable.contract.shape import faults_of
from sendable.emulator.kept_files import USUAL_TYPE, File
from sendable.emulator.known_models import is_known
from sendable.emulator.refusals import bad_request, found
from sendable.emulator.thinking_check import Reading, ThinkingCheck
from sendable.targets import Target
from sendable.wire.index import Index
from sendable.wire.paths import dotted
from sendable.wire.read import Source
from sendable.wire.schema import Fault, schema

# Documented in build-with-claude/files (2026-08-21); any other file goes into a `container_upload`.
_FITTING = {
    "image": frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"}),
    "document": frozenset({"application/pdf", "text/plain"}),
}


class Judge:
    """Holds requests against the contract.

    Args:
        thinking: holds their thinking against its signatures.
        strict_unknown: whether names that stand in no SDK type are refused.
        gone: ids of files that were deleted.
        files: those that are there; ids of others pass.
    """

    def __init__(
        self, thinking: ThinkingCheck, strict_unknown: bool, gone: Container[str], files: Mapping[str, File]
    ) -> None:
        self._thinking = thinking
        self._strict = strict_unknown
        self._gone = gone
        self._files = files

    def judged(self, source: Source, target: Target, drops: bool = False) -> tuple[Index, Target, Reading]:
        """The request, sorted; the target, settled; and what became of its thinking.

        Args:
            source: the request.
            target: where it goes.
            drops: whether thinking that fails is dropped where the request does not say what to do.

        Raises:
            RefusedError: the API would refuse it.
        """
        index = Index(source)
        settled = target.for_request(index.request)
        findings = check(index, settled)
        if findings:
            raise found(findings[0])
        if self._strict:
            _hold_names(index)
        if not is_known(settled.model):
            raise bad_request(f"model: {settled.model}", path="model", status=404)
        self._hold_files(index)
        return index, settled, self._thinking.read(index, settled, drops)

    def _hold_files(self, index: Index) -> None:
        for block in (*index.blocks("image", "document"), *index.nested("image", "document")):
            source = block.value.get("source")
            name = source.get("file_id") if isinstance(source, dict) else None
            if not isinstance(name, str):
                continue
            if name in self._gone:
                raise bad_request(f"File not found: {name}", path=dotted(block.path), status=404)
            if name in self._files and not _fits(self._files[name], block.kind):
                raise bad_request(f"{dotted(block.path)}: Invalid file type", path=dotted(block.path))


def _fits(file: File, kind: str) -> bool:
    """Whether a block of that kind may show a file; one that was sent without its type is not judged."""
    media_type = file.media_type.partition(";")[0].strip().lower()
    return media_type == USUAL_TYPE or media_type in _FITTING[kind]


def _hold_names(index: Index) -> None:
    """Refuse the first name that stands in no SDK type, as the rule for such places would."""
    for fault in faults_of(index):
        if fault.kind == "new":
            text, rule = _refusal_of(fault)
            raise bad_request(f"{fault.loc}: {text}", rule, dotted(fault.path))


def _refusal_of(fault: Fault) -> tuple[str, str]:
    if not fault.path or fault.path[-1] != fault.field or fault.field in schema().request:
        rule = "content-block-unknown-type" if fault.path[:1] == ("messages",) else ""
        return "Input tag does not match any of the expected tags", rule
    rule = "unknown-top-field" if len(fault.path) == 1 else "unknown-nested-field"
    return "Extra inputs are not permitted", rule
