"""The order of the passes. Each neighbourhood says why it stands where it does."""

from sendable.repair.passes.align_automatic_breakpoint import align_automatic_breakpoint
from sendable.repair.passes.answer_missing_results import answer_missing_results
from sendable.repair.passes.drop_broken_citations import drop_broken_citations
from sendable.repair.passes.drop_code_without_container import drop_code_without_container
from sendable.repair.passes.drop_orphan_native_results import drop_orphan_native_results
from sendable.repair.passes.drop_orphan_results import drop_orphan_results
from sendable.repair.passes.drop_unpaired_native_calls import drop_unpaired_native_calls
from sendable.repair.passes.drop_useless_container import drop_useless_container
from sendable.repair.passes.drop_waiting_tool_search import drop_waiting_tool_search
from sendable.repair.passes.keep_last_of_duplicate_results import keep_last_of_duplicate_results
from sendable.repair.passes.keep_useful_breakpoints import keep_useful_breakpoints
from sendable.repair.passes.map_foreign_ids import map_foreign_ids
from sendable.repair.passes.map_foreign_names import map_foreign_names
from sendable.repair.passes.mark_last_block_explicitly import mark_last_block_explicitly
from sendable.repair.passes.merge_duplicate_calls import merge_duplicate_calls
from sendable.repair.passes.move_results_first import move_results_first
from sendable.repair.passes.move_text_before_calls import move_text_before_calls
from sendable.repair.passes.name_container_by_id import name_container_by_id
from sendable.repair.passes.order_cache_ttls import order_cache_ttls
from sendable.repair.passes.parse_json_input import parse_json_input
from sendable.repair.passes.set_up_web_tools import set_up_web_tools
from sendable.repair.passes.tell_foreign_native_pairs import tell_foreign_native_pairs
from sendable.repair.passes.tell_unreadable_native_pairs import tell_unreadable_native_pairs
from sendable.repair.passes.unmark_forbidden_carriers import unmark_forbidden_carriers
from sendable.repair.repair_pass import Pass

ORDER: tuple[Pass, ...] = (
    # Ids and names first: every later pass pairs by them. Foreign native pairs before native calls are paired, since a
    # call whose result is of an unknown kind would be dropped as one without a result.
    parse_json_input,
    map_foreign_ids,
    map_foreign_names,
    tell_foreign_native_pairs,
    # The container first: code that waits in one that is left out is dropped right behind.
    name_container_by_id,
    # Native calls before client calls: a turn that a dropped call empties goes, and its client results with it.
    drop_unpaired_native_calls,
    drop_code_without_container,
    # After those that are refused: only what waits legally is left for it.
    drop_waiting_tool_search,
    drop_orphan_native_results,
    # Only whole pairs are left to tell; their text may stand behind a client call, where a later pass moves it.
    tell_unreadable_native_pairs,
    drop_broken_citations,
    # Calls before results: a repeated call may take its own result along. Then one result a call, then its place; only
    # what is still unanswered is answered, and that before orphans go, so that they never leave an open call without a
    # user turn behind it. Text moves last, since a call is in its way only once it is answered.
    merge_duplicate_calls,
    keep_last_of_duplicate_results,
    move_results_first,
    answer_missing_results,
    drop_orphan_results,
    move_text_before_calls,
    # Settings of native tools touch no message, so their place among the passes above would not matter.
    drop_useless_container,
    set_up_web_tools,
    # Breakpoints last: the drops above move theirs. First each gets a place where it may stand, then they are counted,
    # then what is left is put in order; that can change the last one, which automatic caching must agree with.
    unmark_forbidden_carriers,
    mark_last_block_explicitly,
    keep_useful_breakpoints,
    order_cache_ttls,
    align_automatic_breakpoint,
)
