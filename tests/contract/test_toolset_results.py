import pytest

from sendable.contract.toolset_results import member_results, strays, unnamed
from sendable.wire.build import assistant, image, request, text, tool_result, tool_use, user
from sendable.wire.index import Index

STATE = {"type": "browser_state", "tabs": []}


def history(toolset: object, *results: dict[str, object]) -> Index:
    return Index(request(user("Hi"), assistant(tool_use(toolset_name=toolset)), user(*results)))


def test_result_without_the_name_is_found() -> None:
    assert [result.path for _, result in unnamed(history("computer", tool_result()))] == [("messages", 2, "content", 0)]


def test_result_with_another_name_is_found() -> None:
    assert len(list(unnamed(history("computer", tool_result(toolset_name="browser"))))) == 1


def test_result_with_the_name_is_not() -> None:
    assert list(unnamed(history("computer", tool_result(toolset_name="computer")))) == []


def test_calls_of_no_toolset_are_left_alone() -> None:
    assert member_results(history(None, tool_result())) == []
    assert member_results(history(["computer"], tool_result())) == []


def test_browser_state_is_a_stray_outside_the_browser() -> None:
    content = [text("Done."), image(), STATE]
    assert [block.kind for *_, block in strays(history("computer", tool_result(content=content)))] == ["browser_state"]
    assert list(strays(history("browser", tool_result(content=content)))) == []


def test_blocks_of_other_results_are_no_strays() -> None:
    other = tool_result("toolu_2", [{"type": "search_result"}])
    assert list(strays(history("computer", tool_result(content=[text("a")]), other))) == []


def test_id_of_a_member_call_may_come_again_in_another_call() -> None:
    of_member = (assistant(tool_use(toolset_name="computer")), user(tool_result(toolset_name="computer")))
    index = Index(request(user("Hi"), *of_member, assistant(tool_use()), user(tool_result())))
    assert [result.message for _, result in member_results(index)] == [2]


def test_result_that_stands_twice_is_judged_in_both_places() -> None:
    held = tool_result(content=[STATE], toolset_name="computer")
    index = history("computer", held, held)
    assert [block.path[3] for *_, block in strays(index)] == [0, 1]


@pytest.mark.parametrize("name", [[], {}, None, 7, ["toolu_1"]])
def test_call_whose_id_is_no_name_has_no_result(name: object) -> None:
    index = Index(
        request(
            user("Hi"),
            assistant({**tool_use(toolset_name="browser"), "id": name}),
            user({**tool_result(), "tool_use_id": name}),
        )
    )
    assert member_results(index) == []
