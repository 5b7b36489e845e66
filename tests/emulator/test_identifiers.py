import re

from sendable.emulator.identifiers import Identifiers


def test_two_runs_give_the_same_ids_and_one_run_none_twice() -> None:
    runs = [[given.next("tool_use") for _ in range(500)] for given in (Identifiers(), Identifiers())]
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 500


def test_ids_look_like_those_of_the_api() -> None:
    given = Identifiers()
    assert re.fullmatch(r"toolu_01[A-Za-z0-9]{22}", given.next("tool_use"))
    assert re.fullmatch(r"srvtoolu_01[A-Za-z0-9]{22}", given.next("server_tool_use"))
    assert re.fullmatch(r"other_01[A-Za-z0-9]{22}", given.next("other"))
