from sendable.report.layout import LINE, laid_out, unified
from sendable.wire.build import image, request, tool_use, user


def test_block_that_fits_stands_on_one_line() -> None:
    lines = laid_out(request(user(tool_use())))
    assert any(line.strip().startswith('{"type": "tool_use"') or '[{"type": "tool_use"' in line for line in lines)
    assert lines[0] == "{"


def test_long_strings_are_shortened() -> None:
    assert max(map(len, laid_out(request(user(image("A" * 5000)))))) < LINE + 40


def test_long_lists_show_their_ends() -> None:
    lines = laid_out([user(str(n)) for n in range(1000)])
    assert len(lines) == 43
    assert lines[21].strip() == '"… 960 more …",'


def test_diff_shows_what_changed() -> None:
    told = unified(request(user("a")), request(user("b")))
    assert [line for line in told if line.startswith(("-  ", "+  "))] == [
        '-    {"role": "user", "content": "a"}',
        '+    {"role": "user", "content": "b"}',
    ] or any('"a"' in line for line in told if line.startswith("-"))


def test_equal_values_have_no_diff() -> None:
    assert unified(request(user("a")), request(user("a"))) == []
