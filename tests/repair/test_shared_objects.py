from sendable.contract.check import check
from sendable.repair.repair import repair
from sendable.targets import Target
from sendable.wire.build import assistant, request, text, tool, tool_result, tool_use, user

FOUND = {"type": "search_result", "source": "a.html", "title": "A", "content": [text("It says so.")]}
OPUS = Target(model="claude-opus-4-8")


def outcome(value: dict[str, object]) -> tuple[object, object]:
    repaired = repair(value, OPUS)
    return repaired.request, [change.as_json() for change in repaired.changes]


def apart(value: object) -> object:
    """The value with an object of its own at every place."""
    if isinstance(value, dict):
        return {key: apart(held) for key, held in value.items()}
    return [apart(held) for held in value] if isinstance(value, list) else value


def test_breakpoint_of_a_repeated_tool_stays_when_the_tool_is_one_object() -> None:
    one = tool()
    held = request(user("Hi"), tools=[one, {**one, "cache_control": {"type": "ephemeral"}}, one])
    assert outcome(held) == outcome(request(user("Hi"), tools=apart(held["tools"])))
    assert outcome(held)[0] == {**held, "tools": [{**one, "cache_control": {"type": "ephemeral"}}]}


def test_result_that_stands_twice_is_found_and_mended_in_both_places() -> None:
    mixed = user(tool_result(content=[text("1 hit"), FOUND]))
    turn = (assistant(tool_use()), mixed)
    held = request(user("Hi"), *turn, *turn)
    assert [finding.path for finding in check(held, OPUS)] == ["messages.2.content.0", "messages.4.content.0"]
    parted = {**held, "messages": apart(held["messages"])}
    assert outcome(held) == outcome(parted)


def test_references_of_a_result_that_stands_twice_go_in_both_places() -> None:
    unknown = {"type": "tool_reference", "tool_name": "nothing_known"}
    turn = (assistant(tool_use()), user(tool_result(content=[unknown])))
    held = request(user("Hi"), *turn, *turn, tools=[tool()])
    parted = {**held, "messages": apart(held["messages"])}
    assert outcome(held) == outcome(parted)
    assert check(outcome(held)[0], OPUS) == []
