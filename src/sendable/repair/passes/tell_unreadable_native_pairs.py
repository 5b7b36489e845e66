"""The pass `tell_unreadable_native_pairs`."""

from sendable.contract.finding import Finding
from sendable.contract.native_pairs import native_pairs
from sendable.contract.rules.native.advisor_history import BETA as ADVISOR_BETA
from sendable.repair.callers import make_direct
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.native_text import tell_pair
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block
from sendable.wire.kinds import NATIVE_CALLS, NATIVE_RESULTS

# Code that filters what it finds makes native calls of its own, and these name it.
_CALLED_BY_CODE = ("tool_use", "server_tool_use", "web_search_tool_result", "web_fetch_tool_result")


@repair_pass("encrypted-content", "advisor-history", "field-types")
def tell_unreadable_native_pairs(draft: Draft) -> None:
    """Tell a native call and its result as text where the API cannot read the pair any more.

    That is a result whose encrypted part is lost, or whose content somebody cut down to a string or to a few fields,
    and advice without the beta of the advisor. Dropping the pair would lose what the later turns speak of; what is
    missing cannot be made up. A call of the advisor that has no result yet is dropped: nothing can come of it. Where
    the beta may be asked for, that is all that happens.
    """
    pairs = native_pairs(draft.index)
    result_of = dict(zip(pairs.paired, pairs.answers, strict=True))
    call_of = dict(zip(pairs.answers, pairs.paired, strict=True))
    told: list[Block] = []
    for block, rule in _meant(draft).items():
        if rule == "advisor-history" and _kept_with_beta(draft, block):
            continue
        call = block if block.kind in NATIVE_CALLS else call_of.get(block)
        result = result_of.get(block) if block.kind in NATIVE_CALLS else block
        if result is None:
            if draft.may(rule, block.path, Loss.DROPS, "dropped the call of the advisor, which has no result"):
                draft.drop(block, rule)
        elif tell_pair(draft, call, result, rule) and call is not None:
            told.append(call)
    make_direct(draft, told, "encrypted-content", _CALLED_BY_CODE)


def _kept_with_beta(draft: Draft, block: Block) -> bool:
    """Whether the beta of the advisor may be asked for, so that nothing has to change."""
    if not draft.options.add_betas or draft.target.is_cloud:
        return False
    what = "asked for the beta that calls of the advisor need"
    if draft.may("advisor-history", block.path, Loss.KEEPS, what):
        draft.ask_for(ADVISOR_BETA)
    return True


def _meant(draft: Draft) -> dict[Block, str]:
    """The native calls and results that findings stand in, each once."""
    blocks = {block.path: block for block in draft.index.blocks(*sorted(NATIVE_CALLS | NATIVE_RESULTS))}
    meant: dict[Block, str] = {}
    for finding in draft.findings:
        block = blocks.get(finding.place[:4])
        if block is not None and (finding.rule != "field-types" or _is_of_content(finding, block)):
            meant.setdefault(block, finding.rule)
    return meant


def _is_of_content(finding: Finding, block: Block) -> bool:
    """Whether what a result holds has a wrong form; any other field of it may be mended, or has nothing to tell."""
    return block.kind in NATIVE_RESULTS and finding.place[4:5] == ("content",)
