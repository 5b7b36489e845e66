"""The order of the passes. Each neighbourhood says why it stands where it does."""

from sendable.repair.passes.add_missing_text_type import add_missing_text_type
from sendable.repair.passes.align_automatic_breakpoint import align_automatic_breakpoint
from sendable.repair.passes.allow_downsizing import allow_downsizing
from sendable.repair.passes.answer_missing_results import answer_missing_results
from sendable.repair.passes.clamp_sampling import clamp_sampling
from sendable.repair.passes.continue_after_prefill import continue_after_prefill
from sendable.repair.passes.drop_blank_stop_sequences import drop_blank_stop_sequences
from sendable.repair.passes.drop_blank_text import drop_blank_text
from sendable.repair.passes.drop_broken_citations import drop_broken_citations
from sendable.repair.passes.drop_clear_thinking_edits import drop_clear_thinking_edits
from sendable.repair.passes.drop_code_without_container import drop_code_without_container
from sendable.repair.passes.drop_damaged_thinking import drop_damaged_thinking
from sendable.repair.passes.drop_dangling_thinking import drop_dangling_thinking
from sendable.repair.passes.drop_empty_messages import drop_empty_messages
from sendable.repair.passes.drop_empty_system_entries import drop_empty_system_entries
from sendable.repair.passes.drop_excess_media import drop_excess_media
from sendable.repair.passes.drop_failing_examples import drop_failing_examples
from sendable.repair.passes.drop_fields_of_other_models import drop_fields_of_other_models
from sendable.repair.passes.drop_fields_refused_before import drop_fields_refused_before
from sendable.repair.passes.drop_malformed_citations import drop_malformed_citations
from sendable.repair.passes.drop_orphan_native_results import drop_orphan_native_results
from sendable.repair.passes.drop_orphan_results import drop_orphan_results
from sendable.repair.passes.drop_prefill_thinking import drop_prefill_thinking
from sendable.repair.passes.drop_refused_fields import drop_refused_fields
from sendable.repair.passes.drop_refused_sampling import drop_refused_sampling
from sendable.repair.passes.drop_refused_thinking import drop_refused_thinking
from sendable.repair.passes.drop_repeated_tools import drop_repeated_tools
from sendable.repair.passes.drop_thinking_display import drop_thinking_display
from sendable.repair.passes.drop_tool_changes import drop_tool_changes
from sendable.repair.passes.drop_tools_not_run import drop_tools_not_run
from sendable.repair.passes.drop_turn_effort import drop_turn_effort
from sendable.repair.passes.drop_unavailable_tools import drop_unavailable_tools
from sendable.repair.passes.drop_unknown_tool_references import drop_unknown_tool_references
from sendable.repair.passes.drop_unpaired_native_calls import drop_unpaired_native_calls
from sendable.repair.passes.drop_useless_container import drop_useless_container
from sendable.repair.passes.drop_waiting_tool_search import drop_waiting_tool_search
from sendable.repair.passes.echo_toolset_names import echo_toolset_names
from sendable.repair.passes.empty_null_text import empty_null_text
from sendable.repair.passes.fill_empty_error_results import fill_empty_error_results
from sendable.repair.passes.fit_cache_ttls import fit_cache_ttls
from sendable.repair.passes.fit_citations import fit_citations
from sendable.repair.passes.fit_document_fields import fit_document_fields
from sendable.repair.passes.fit_thinking_budget import fit_thinking_budget
from sendable.repair.passes.fit_thinking_to_model import fit_thinking_to_model
from sendable.repair.passes.fit_tool_choice_to_tools import fit_tool_choice_to_tools
from sendable.repair.passes.hoist_error_media import hoist_error_media
from sendable.repair.passes.inline_data_urls import inline_data_urls
from sendable.repair.passes.keep_last_of_duplicate_results import keep_last_of_duplicate_results
from sendable.repair.passes.keep_useful_breakpoints import keep_useful_breakpoints
from sendable.repair.passes.leave_out_removed_thinking import leave_out_removed_thinking
from sendable.repair.passes.loosen_strict_tools import loosen_strict_tools
from sendable.repair.passes.lower_effort import lower_effort
from sendable.repair.passes.lower_max_tokens import lower_max_tokens
from sendable.repair.passes.map_foreign_ids import map_foreign_ids
from sendable.repair.passes.map_foreign_names import map_foreign_names
from sendable.repair.passes.map_role_names import map_role_names
from sendable.repair.passes.mark_last_block_explicitly import mark_last_block_explicitly
from sendable.repair.passes.mend_base64 import mend_base64
from sendable.repair.passes.merge_duplicate_calls import merge_duplicate_calls
from sendable.repair.passes.move_lone_text_to_content import move_lone_text_to_content
from sendable.repair.passes.move_marks_off_deferred_tools import move_marks_off_deferred_tools
from sendable.repair.passes.move_media_out_of_system_entries import move_media_out_of_system_entries
from sendable.repair.passes.move_results_first import move_results_first
from sendable.repair.passes.move_text_before_calls import move_text_before_calls
from sendable.repair.passes.name_container_by_id import name_container_by_id
from sendable.repair.passes.null_empty_summaries import null_empty_summaries
from sendable.repair.passes.omit_null_fields import omit_null_fields
from sendable.repair.passes.order_cache_ttls import order_cache_ttls
from sendable.repair.passes.parse_json_input import parse_json_input
from sendable.repair.passes.place_system_messages import place_system_messages
from sendable.repair.passes.put_clear_thinking_first import put_clear_thinking_first
from sendable.repair.passes.raise_compaction_trigger import raise_compaction_trigger
from sendable.repair.passes.relabel_documents import relabel_documents
from sendable.repair.passes.relabel_images import relabel_images
from sendable.repair.passes.rename_tool_search_input import rename_tool_search_input
from sendable.repair.passes.renew_code_execution import renew_code_execution
from sendable.repair.passes.replace_lone_surrogates import replace_lone_surrogates
from sendable.repair.passes.replace_unusable_media import replace_unusable_media
from sendable.repair.passes.restore_thinking_field import restore_thinking_field
from sendable.repair.passes.set_up_web_tools import set_up_web_tools
from sendable.repair.passes.settle_bound_thinking import settle_bound_thinking
from sendable.repair.passes.settle_turn_scope import settle_turn_scope
from sendable.repair.passes.split_messages_by_role import split_messages_by_role
from sendable.repair.passes.swap_tool_search import swap_tool_search
from sendable.repair.passes.tell_assistant_search_results import tell_assistant_search_results
from sendable.repair.passes.tell_foreign_native_pairs import tell_foreign_native_pairs
from sendable.repair.passes.tell_foreign_result_blocks import tell_foreign_result_blocks
from sendable.repair.passes.tell_late_results import tell_late_results
from sendable.repair.passes.tell_mixed_results import tell_mixed_results
from sendable.repair.passes.tell_unavailable_blocks import tell_unavailable_blocks
from sendable.repair.passes.tell_unreadable_native_pairs import tell_unreadable_native_pairs
from sendable.repair.passes.translate_tool_choice import translate_tool_choice
from sendable.repair.passes.trim_trailing_whitespace import trim_trailing_whitespace
from sendable.repair.passes.turn_manual_thinking_off import turn_manual_thinking_off
from sendable.repair.passes.type_tool_schemas import type_tool_schemas
from sendable.repair.passes.undefer_tools import undefer_tools
from sendable.repair.passes.unforce_tool_choice import unforce_tool_choice
from sendable.repair.passes.unmark_forbidden_carriers import unmark_forbidden_carriers
from sendable.repair.passes.unset_block_binding import unset_block_binding
from sendable.repair.passes.wrap_lone_values import wrap_lone_values
from sendable.repair.passes.write_result_values_as_json import write_result_values_as_json
from sendable.repair.repair_pass import Pass

ORDER: tuple[Pass, ...] = (
    # Text that no body can hold, before anything copies it; then the envelope, which touches no message. The cap on
    # the output before budgets, which stay below it.
    replace_lone_surrogates,
    # What a refused field holds may be all that is said.
    move_lone_text_to_content,
    drop_refused_fields,
    drop_fields_refused_before,
    lower_max_tokens,
    drop_blank_stop_sequences,
    drop_clear_thinking_edits,
    put_clear_thinking_first,
    raise_compaction_trigger,
    # The form of values before what they say, lists before what stands in them: only what has its form is judged by all
    # the others. Roles decide which messages are one turn, so they come before emptiness, which is judged on turns.
    wrap_lone_values,
    write_result_values_as_json,
    add_missing_text_type,
    omit_null_fields,
    empty_null_text,
    drop_malformed_citations,
    clamp_sampling,
    fit_cache_ttls,
    null_empty_summaries,
    # Once more: what had to get its form first may have had refused fields.
    drop_refused_fields,
    map_role_names,
    split_messages_by_role,
    # What earlier requests lost, before anything is judged that stands beside it, but once it is with its own role.
    leave_out_removed_thinking,
    drop_empty_messages,
    # What may leave a message empty comes first, since it decides which turns are neighbours. Damaged thinking before
    # dangling: a turn may end in what is left of it.
    drop_empty_system_entries,
    drop_blank_text,
    restore_thinking_field,
    drop_damaged_thinking,
    drop_dangling_thinking,
    # System entries before pairing: one that stands between a call and its results makes both look alone. What an entry
    # cannot hold goes before it is moved.
    settle_turn_scope,
    drop_turn_effort,
    drop_tool_changes,
    move_media_out_of_system_entries,
    place_system_messages,
    # Ids and names before pairs: all that follows pairs by them. Foreign native pairs before native calls are paired,
    # since a call whose result is of an unknown kind would be dropped as one without a result.
    parse_json_input,
    map_foreign_ids,
    map_foreign_names,
    tell_foreign_native_pairs,
    # What the model does not take, before anything asks how the request thinks. A budget may become an effort, and
    # thinking a milder kind; so the effort is fitted after that, and sampling, which thinking restricts, last.
    drop_fields_of_other_models,
    fit_thinking_to_model,
    drop_thinking_display,
    fit_thinking_budget,
    lower_effort,
    drop_refused_sampling,
    # Tools, whose names are mapped by now: first which ones there are, before what waits for them is judged, then what
    # each says, then which of them stay deferred, since only those that do not may carry a breakpoint. The choice
    # between them and what searches found are judged on the tools that are left.
    translate_tool_choice,
    drop_unavailable_tools,
    drop_tools_not_run,
    drop_repeated_tools,
    swap_tool_search,
    renew_code_execution,
    type_tool_schemas,
    drop_failing_examples,
    loosen_strict_tools,
    undefer_tools,
    move_marks_off_deferred_tools,
    fit_tool_choice_to_tools,
    unforce_tool_choice,
    drop_unknown_tool_references,
    rename_tool_search_input,
    echo_toolset_names,
    # The container first: code that waits in one that is left out is dropped right behind.
    name_container_by_id,
    # Native calls before client calls: a turn that a dropped call empties goes, and its client results with it.
    drop_unpaired_native_calls,
    drop_code_without_container,
    # After those that are refused: only what waits legally is left for it.
    drop_waiting_tool_search,
    drop_orphan_native_results,
    # Only whole pairs are left to tell; their text may stand behind a client call, where a later pass moves it.
    tell_unavailable_blocks,
    tell_unreadable_native_pairs,
    drop_broken_citations,
    # Once more: a native call that was dropped may have taken the turn along that an entry stood in front of.
    place_system_messages,
    # Calls before results: a repeated call may take its own result along. Then one result a call, then its place; only
    # what is still unanswered is answered, and that before orphans go, so that they never leave an open call without a
    # user turn behind it. Text moves last, since a call is in its way only once it is answered.
    # What comes too late is told before it is taken for a repeated result or an orphan.
    tell_late_results,
    merge_duplicate_calls,
    keep_last_of_duplicate_results,
    move_results_first,
    answer_missing_results,
    drop_orphan_results,
    # Once more: an empty message may have lost the neighbours of its turn.
    drop_empty_messages,
    move_text_before_calls,
    # Media once everything is paired, since what is in flight decides where they may go. First what keeps the bytes
    # (mend, then the label, which is read from them), then what cannot be sent, then what is too much; what is still
    # there of a failed call moves last, since in its new place it is the user's own and may not be taken out any more.
    inline_data_urls,
    mend_base64,
    relabel_images,
    relabel_documents,
    fit_document_fields,
    replace_unusable_media,
    drop_excess_media,
    allow_downsizing,
    tell_foreign_result_blocks,
    hoist_error_media,
    fill_empty_error_results,
    # Behind the failed calls: one whose flag was cleared is judged as any other result.
    tell_mixed_results,
    tell_assistant_search_results,
    fit_citations,
    # Settings of native tools touch no message, so their place among the passes above would not matter.
    drop_useless_container,
    set_up_web_tools,
    # The end of the request, once it is clear which turn that is. A refused prefill is followed by a user message and
    # then needs no trimming; only then does it show whether manual thinking asks for a block, and without thinking a
    # prefill may hold none.
    continue_after_prefill,
    trim_trailing_whitespace,
    turn_manual_thinking_off,
    drop_prefill_thinking,
    unset_block_binding,
    # Breakpoints last: the drops above move theirs. First each gets a place where it may stand, then they are counted,
    # then what is left is put in order; that can change the last one, which automatic caching must agree with.
    unmark_forbidden_carriers,
    mark_last_block_explicitly,
    keep_useful_breakpoints,
    order_cache_ttls,
    align_automatic_breakpoint,
    # What thinking is bound to is known once nothing else changes any more. What the API said of it comes first.
    drop_refused_thinking,
    settle_bound_thinking,
)
