from typing import Any

from sendable import Ledger, compare, repair
from sendable.emulator.cache_usage import PromptCache, Usage, count
from sendable.targets import Target
from sendable.wire.build import assistant, request, text, thinking, tool, tool_result, tool_use, user
from sendable.wire.index import Index

LONG = "x" * 4 * 2000
MARK = {"type": "ephemeral"}
TARGET = Target(model="claude-sonnet-4-5")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def use(cache: PromptCache, body: Any, target: Target = TARGET) -> Usage:
    index = Index(body)
    usage = cache.use(index, target)
    assert usage.total == count(index)
    return usage


def marked(*turns: Any, mark: Any = MARK, **fields: Any) -> Any:
    return request(user(text(LONG, cache_control=mark)), *turns, **fields)


def test_without_breakpoints_nothing_is_cached() -> None:
    assert use(PromptCache(), request(user(LONG))) == Usage(2004)


def test_what_was_written_is_read_by_the_next_request() -> None:
    cache = PromptCache()
    assert use(cache, marked()) == Usage(0, 0, {"5m": 2004})
    again = use(cache, marked(assistant("Yes."), user("Go on.")))
    assert (again.read, again.written) == (2004, {})


def test_a_changed_prefix_is_written_again() -> None:
    cache = PromptCache()
    use(cache, marked(system="Be kind."))
    assert use(cache, marked(system="Be brief.")).read == 0
    assert use(cache, marked(system="Be kind.", tools=[tool()])).read == 0
    assert use(cache, marked(system="Be kind."), Target(model="claude-opus-4-5")).read == 0
    assert use(cache, marked(system="Be kind.")).read > 2000


def test_a_prompt_below_the_least_length_is_not_cached() -> None:
    usage = use(PromptCache(), request(user(text("short", cache_control=MARK))))
    assert (usage.read, usage.written) == (0, {})


def test_each_time_to_live_has_its_figure() -> None:
    body = request(user(text(LONG)), system=[text(LONG, cache_control={**MARK, "ttl": "1h"})], cache_control=MARK)
    usage = use(PromptCache(), body)
    assert usage.written == {"1h": 2000, "5m": 2004}


def test_an_entry_lives_for_five_minutes_after_it_was_last_read() -> None:
    clock = Clock()
    cache = PromptCache(clock)
    use(cache, marked())
    clock.now = 290
    assert use(cache, marked()).read
    clock.now = 580
    assert use(cache, marked()).read
    clock.now = 881
    assert not use(cache, marked()).read


def test_a_breakpoint_looks_back_over_twenty_positions() -> None:
    for more, read in ((19, True), (20, False)):
        cache = PromptCache()
        use(cache, marked())
        grown = request(user(text(LONG), *[text(f"{n}") for n in range(more - 1)], text("end", cache_control=MARK)))
        assert bool(use(cache, grown).read) is read


def test_the_top_level_breakpoint_stands_at_the_last_block() -> None:
    cache = PromptCache()
    use(cache, request(user(LONG), cache_control=MARK))
    usage = use(cache, request(user(LONG), assistant("Yes."), user("Go on."), cache_control=MARK))
    assert usage.read == 2004
    assert usage.uncached == 0


def test_a_moved_breakpoint_changes_nothing_of_the_prefix() -> None:
    cache = PromptCache()
    use(cache, marked())
    moved = request(user(LONG), assistant("Yes."), user(text("Go on.", cache_control=MARK)))
    assert use(cache, moved).read == 2004


def test_a_breakpoint_inside_a_result_stands_at_the_result() -> None:
    cache = PromptCache()
    exchange = (user("Hi"), assistant(tool_use()), user(tool_result(content=[text(LONG, cache_control=MARK)])))
    assert sum(use(cache, request(*exchange)).written.values()) > 2000
    assert use(cache, request(*exchange, assistant("Yes."), user("Go on."))).read > 2000


def test_thinking_that_is_left_out_counts_for_nothing() -> None:
    body = request(user(text(LONG)), assistant(thinking(LONG), "Yes."), user(text("Go on.", cache_control=MARK)))
    index = Index(body)
    whole, part = (
        PromptCache().use(index, TARGET, dropped)
        for dropped in (frozenset(), frozenset({index.blocks("thinking")[0].path}))
    )
    assert whole.total - part.total == 2000
    assert part.total == count(index, frozenset({index.blocks("thinking")[0].path}))


def test_an_odd_time_to_live_is_that_of_five_minutes() -> None:
    assert list(use(PromptCache(), marked(mark={"type": "ephemeral", "ttl": "7d"})).written) == ["5m"]


def test_to_ask_for_what_is_done_anyway_restarts_nothing() -> None:
    cache, opus = PromptCache(), Target(model="claude-opus-5-5")
    use(cache, marked(), opus)
    setting = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    assert use(cache, marked(thinking=setting), opus).read == 2004
    assert use(cache, marked(thinking={"type": "disabled"}), opus).read == 0
    assert use(cache, marked(output_config={"format": {"type": "json_schema", "schema": {}}}), opus).read == 2004


def test_drop_block_restarts_the_cache_where_repair_and_comparison_say_so() -> None:
    opus = Target(model="claude-opus-5-5")
    turns = [user("Hi"), assistant(thinking(), text(LONG)), user(text("And?", cache_control=MARK))]
    base = {"model": opus.model, "max_tokens": 9, "system": "a"}
    ledger, cache = Ledger(), PromptCache()
    ledger.record({**base, "messages": turns[:1]}, turns[1])
    use(cache, request(*turns, **base), opus)
    edited = {**base, "system": "b", "messages": turns}
    use(cache, edited, opus)
    repaired = repair(edited, ledger=ledger)
    first = Index(repaired.request).blocks("thinking")[0].path
    assert repaired.changes[0].cost is not None
    assert repaired.changes[0].cost["cache_from"] == repaired.cost["cache_from"] == "messages.1.content.0"
    assert (repaired.changes[0].cost["thinking"], repaired.cost["thinking"]["lost"]) == (1, 1)
    assert compare(edited, repaired.request, opus).cache is None
    assert cache.use(Index(repaired.request), opus, frozenset({first})).read == 0
    assert cache.use(Index(repaired.request), opus).read > 2000
