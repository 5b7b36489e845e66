"""The order of the passes. Each neighbourhood says why it stands where it does."""

from sendable.repair.passes.align_automatic_breakpoint import align_automatic_breakpoint
from sendable.repair.passes.answer_missing_results import answer_missing_results
from sendable.repair.passes.drop_code_without_container import drop_code_without_container
from sendable.repair.passes.drop_orphan_native_results import drop_orphan_native_results
from sendable.repair.passes.drop_unpaired_native_calls import drop_unpaired_native_calls
from sendable.repair.passes.drop_waiting_tool_search import drop_waiting_tool_search
from sendable.repair.passes.keep_useful_breakpoints import keep_useful_breakpoints
from sendable.repair.passes.mark_last_block_explicitly import mark_last_block_explicitly
from sendable.repair.passes.order_cache_ttls import order_cache_ttls
from sendable.repair.passes.unmark_forbidden_carriers import unmark_forbidden_carriers
from sendable.repair.repair_pass import Pass

ORDER: tuple[Pass, ...] = (
    # Native calls before client calls: a turn that a dropped call empties goes, and its client results with it.
    drop_unpaired_native_calls,
    drop_code_without_container,
    # After those that are refused: only what waits legally is left for it.
    drop_waiting_tool_search,
    drop_orphan_native_results,
    answer_missing_results,
    # Breakpoints last: the drops above move theirs. First each gets a place where it may stand, then they are counted,
    # then what is left is put in order; that can change the last one, which automatic caching must agree with.
    unmark_forbidden_carriers,
    mark_last_block_explicitly,
    keep_useful_breakpoints,
    order_cache_ttls,
    align_automatic_breakpoint,
)
