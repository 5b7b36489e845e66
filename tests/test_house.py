import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sendable import SendableError, check, repair
from tests.test_cases import FILES, case_in

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "sendable"
SOURCES = sorted(SOURCE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
OTHERS = [*TESTS, *sorted((ROOT / "tools").glob("*.py")), *sorted((ROOT / "benchmarks").glob("*.py"))]

LINES = 300
TEST_LINES = 400
RULE_LINES = 150
FUNCTION_LINES = 40
NESTING = 4
POSITIONAL = 6
FORBIDDEN = {"utils", "util", "helpers", "helper", "common", "misc", "base", "core", "manager", "handler", "handlers"}

# Each room may import the rooms in its set, and itself. The root package may import all; none imports the root.
ROOMS = {
    "errors": set[str](),
    "collector": set[str](),
    "wire": {"errors"},
    "targets": {"wire", "errors"},
    "contract": {"targets", "wire", "errors"},
    "prefix": {"contract", "targets", "wire", "errors", "collector"},
    "repair": {"conversation", "prefix", "contract", "targets", "wire", "errors"},
    "conversation": {"errors"},
    "render": {"conversation", "targets", "wire", "errors"},
    "sources": {"conversation", "wire", "errors", "collector"},
    "checking": {"prefix", "contract", "targets", "wire", "errors"},
    "prepare": {
        *("sources", "render", "conversation", "repair", "prefix", "contract", "targets", "wire", "errors"),
        "collector",
    },
    "emulator": {"checking", "prefix", "contract", "targets", "wire", "errors"},
    "testing": {"emulator"},
    "gateway": {"relay", "prefix", "targets", "errors"},
    "clients": {"relay", "repair", "prefix", "contract", "errors"},
    "integrations": {"clients", *("relay", "sources", "render", "repair", "prefix", "contract", "targets", "errors")},
    "reporting": {"repair", "prefix", "contract", "targets", "wire", "errors"},
    "relay": {
        *("checking", "reporting", "repair", "prefix", "contract", "targets", "wire", "errors"),
        *("sources", "render", "conversation"),
    },
    "cli": {
        "emulator",
        "gateway",
        "reporting",
        "repair",
        "prefix",
        "contract",
        "targets",
        "wire",
        "errors",
        "render",
        "conversation",
        "sources",
        "prepare",
    },
}

each_source = pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(SOURCE)))


def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def functions_in(file: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree_of(file)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of the body, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def nesting(node: ast.AST, depth: int = 0) -> int:
    """How deep blocks stand in blocks; an `elif` is as deep as its `if`."""
    deepest = depth
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            continue
        opens = isinstance(child, (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match))
        is_elif = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        deepest = max(deepest, nesting(child, depth + (opens and not is_elif)))
    return deepest


@each_source
def test_source_stays_within_its_budget(file: Path) -> None:
    in_rules = "rules" in file.parts
    assert len(file.read_text(encoding="utf-8").splitlines()) <= (RULE_LINES if in_rules else LINES)
    for function in functions_in(file):
        assert body_lines(function) <= FUNCTION_LINES, function.name
        assert nesting(function) <= NESTING, function.name
        if not any("command" in ast.dump(decorator) for decorator in function.decorator_list):
            assert len(function.args.posonlyargs) + len(function.args.args) <= POSITIONAL + 1, function.name


@pytest.mark.parametrize("file", OTHERS, ids=lambda file: str(file.relative_to(ROOT)))
def test_tests_and_tools_stay_within_their_budget(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= TEST_LINES


def test_no_file_is_a_grab_bag() -> None:
    assert [file for file in (*SOURCES, *TESTS) if file.stem in FORBIDDEN] == []


def test_no_limit_is_switched_off() -> None:
    lax = re.compile(r"noqa: *(C901|PLR)|ruff: *noqa|mypy: *ignore|type: *ignore(?!\[)")
    assert [file for file in SOURCES if lax.search(file.read_text(encoding="utf-8"))] == []


def imports_of(file: Path) -> Iterator[str]:
    """The modules of sendable that a file imports."""
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            if node.module == "sendable":
                yield from (f"sendable.{name.name}" for name in node.names)
            elif (node.module or "").startswith("sendable."):
                yield str(node.module)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.split(".")[0] == "sendable")


@each_source
def test_imports_follow_the_arrows(file: Path) -> None:
    parts = file.relative_to(SOURCE).with_suffix("").parts
    room = parts[0]
    if room in ("__init__", "__main__"):
        return
    for module in imports_of(file):
        to = module.split(".")[1] if "." in module else ""
        assert to == room or to in ROOMS[room], f"{room} imports {module}"


@each_source
def test_the_contract_knows_no_network_clock_or_chance(file: Path) -> None:
    barred = {"random", "time", "socket", "urllib.request", "http", "requests", "httpx", "subprocess", "datetime"}
    rooms = ("wire", "targets", "contract", "prefix", "repair", "render", "conversation")
    room, inside = file.relative_to(SOURCE).parts[:2] if file.parent != SOURCE else ("", "")
    if room not in rooms or (room, inside) == ("prefix", "stores"):
        return
    for node in ast.walk(tree_of(file)):
        names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not barred & {part for name in names for part in (name, name.split(".")[0])}


# Modules without a test file of their own, and the test that holds them.
HELD_BY = {
    "contract/catalog": "test_catalog",
    "contract/rule": "test_catalog",
    "contract/evidence": "test_catalog",
    "repair/costs": "test_costs",
    "repair/keep": "repair/test_state",
    "repair/options": "repair/test_change",
    "repair/order": "test_laws",
    "repair/past": "repair/test_state",
    "repair/points": "repair/test_state",
    "repair/removed_thinking": "repair/test_state",
    "repair/repair_pass": "test_laws",
    "repair/repeat": "test_stability",
    "repair/resume": "test_stability",
    "repair/work": "test_laws",
    "cli/costs": "cli/test_diff",
    "clients/http_parts": "clients/test_transport",
    "relay/call": "relay/test_relay",
    "relay/judged": "relay/test_relay",
    "relay/passage": "relay/test_trip",
    "relay/refused": "relay/test_trip",
    "reporting/advice_text": "cli/test_diff",
    "reporting/diff_text": "cli/test_diff",
    "prefix/comparison": "prefix/test_compare",
    "prefix/doubts": "test_prefix_cases",
    "prefix/encoding": "prefix/test_alignment",
    "prefix/fields": "test_prefix_cases",
    "prefix/handling": "prefix/test_compare",
    "prefix/key_order": "test_prefix_cases",
    "prefix/message_differences": "test_prefix_cases",
    "prefix/thinking_differences": "test_prefix_cases",
    "prefix/thoughts": "prefix/test_compare",
    "prefix/tool_differences": "test_prefix_cases",
    "prefix/unread": "prefix/test_compare",
    "prefix/stores/memory": "prefix/stores/test_store",
    "prefix/stores/sqlite": "prefix/stores/test_store",
    "wire/blocks": "wire/test_index",
}


def test_every_module_has_its_test() -> None:
    """Rules and passes are held by cases: `test_cases` demands them of each."""
    missing = []
    for file in SOURCES:
        name = file.relative_to(SOURCE).with_suffix("").as_posix()
        if file.stem in ("__init__", "__main__") or "/rules/" in name or "/passes/" in name or name in HELD_BY:
            continue
        if not any((ROOT / "tests" / Path(name).parent / f"test_{stem}.py").exists() for stem in stems(file.stem)):
            missing.append(name)
    assert missing == []


def stems(stem: str) -> list[str]:
    """The names of the tests that may hold a module: its own, or that of the module whose part it is."""
    parts = stem.split("_")
    return ["_".join(parts[:count]) for count in range(len(parts), 0, -1)]


def test_what_is_held_elsewhere_exists() -> None:
    assert [name for name in HELD_BY if not (SOURCE / f"{name}.py").exists()] == []
    assert [name for name in HELD_BY.values() if not (ROOT / "tests" / f"{name}.py").exists()] == []


def test_every_pass_is_in_a_case() -> None:
    shown = {change["pass"] for file in FILES for change in case_in(file).get("changes", [])}
    passes = {file.stem for file in (SOURCE / "repair" / "passes").glob("*.py")} - {"__init__"}
    assert passes - shown == set()


SECRET = "sk-very-secret"

UNREADABLE: list[Any] = [
    f'{{"messages": [{{"role": "user", "content": "{SECRET}',
    f'{{"{SECRET}": 1}} {SECRET}',
    f'"{SECRET}"',
    f'["{SECRET}"]',
    f'{{"params": "{SECRET}"}}',
    f'{{"a": {SECRET}}}',
    SECRET.encode() + b"\xff",
    {"messages": [{"role": "user", "content": {SECRET: object()}}]},
    [SECRET],
    SECRET,
    "[" * 100_000 + SECRET,
]


@pytest.mark.parametrize("source", UNREADABLE, ids=range(len(UNREADABLE)))
@pytest.mark.parametrize("deed", [check, repair])
def test_errors_hold_nothing_of_what_was_read(deed: Any, source: Any) -> None:
    with pytest.raises(SendableError) as caught:
        deed(source)
    error: BaseException | None = caught.value
    assert error is not None
    assert SECRET not in str(error)
    assert error.__cause__ is None or SECRET not in str(error.__cause__)
