from sendable.reporting.layout import LINE, laid_out, unified
from sendable.wire.build import image, request, text, tool_use, user


def test_message_and_block_have_lines_of_their_own() -> None:
    assert laid_out([user("a"), user(tool_use(), tool_use("b"))]) == [
        "[",
        '  {"role": "user", "content": "a"},',
        "  {",
        '    "role": "user",',
        '    "content": [',
        '      {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}},',
        '      {"type": "tool_use", "id": "b", "name": "search", "input": {}}',
        "    ]",
        "  }",
        "]",
    ]


def test_long_strings_are_shortened() -> None:
    assert max(map(len, laid_out(request(user(image("A" * 5000)))))) < LINE + 40


def test_long_lists_show_their_ends() -> None:
    lines = laid_out([user(str(n)) for n in range(1000)])
    assert len(lines) == 43
    assert lines[21].strip() == '"… 960 more …",'


def test_diff_speaks_of_single_blocks() -> None:
    told = unified(request(user(text("a"), text("b"))), request(user(text("b"))))
    assert [line.strip() for line in told if line[0] in "+-"][2:] == ['-        {"type": "text", "text": "a"},']


def test_equal_values_have_no_diff() -> None:
    assert unified(request(user("a")), request(user("a"))) == []
