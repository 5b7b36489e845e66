"""The pass `tell_mixed_results`."""

from sendable.contract.tool_results import programmatic_results
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.result_text import as_text, only_text

MIXED = "tool-result-search-result-mix"
BY_CODE = "tool-result-programmatic"


@repair_pass(MIXED, BY_CODE)
def tell_mixed_results(draft: Draft) -> None:
    """Tell search results that stand beside other content as text, and all that is no text in what code gets back.

    What the search found stays readable; that the model can cite it is lost. An image in a result for code leaves a
    note.
    """
    mixed = {finding.place for finding in draft.findings if finding.rule == MIXED}
    by_code = {finding.place for finding in draft.findings if finding.rule == BY_CODE}
    for block in programmatic_results(draft.index):
        if block.path in by_code:
            content, loss = only_text(block.value["content"], "the result of a call that code made holds only text")
            if draft.may(BY_CODE, block.path, loss, "told what is no text in the result of a call that code made"):
                draft.set((*block.path, "content"), content)
    for inner in draft.index.nested("search_result"):
        if inner.parent is None or inner.parent.path not in mixed or inner.parent.path in by_code:
            continue
        if draft.may(
            MIXED, inner.path, Loss.DEMOTES, "told a search result as text, since other content stands beside"
        ):
            draft.replace(inner, as_text(inner.value))
