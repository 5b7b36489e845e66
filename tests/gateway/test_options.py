import pytest

from sendable.errors import UsageError
from sendable.gateway.options import Options, bytes_of, listen_of, upstream_of


@pytest.mark.parametrize(
    ("url", "authority", "port", "prefix"),
    [
        ("https://api.anthropic.com", "api.anthropic.com", 443, ""),
        ("https://api.anthropic.com/", "api.anthropic.com", 443, ""),
        ("https://api.anthropic.com:443", "api.anthropic.com", 443, ""),
        ("http://127.0.0.1:9000/proxy/", "127.0.0.1:9000", 9000, "/proxy"),
        ("http://[::1]:9000", "[::1]:9000", 9000, ""),
        ("http://API.test", "api.test", 80, ""),
        ("http://a.test/v1.2/..x/", "a.test", 80, "/v1.2/..x"),
    ],
)
def test_an_upstream_is_read_once(url: str, authority: str, port: int, prefix: str) -> None:
    address = upstream_of(url)
    assert (address.authority, address.port, address.prefix) == (authority, port, prefix)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "api.anthropic.com",
        "ftp://a",
        "https://",
        "https://key@a",
        "https://a/?b",
        "https://a#b",
        "http://a:x",
        "http://[",
        "http://a b/",
        "http://a/b c",
        "http://ä.test/",
        "http://a:0/",
        "https://user:key@a/",
        *(
            "http://h/../x",
            "https://x/%2e%2e",
            "http://h/a/./b",
            "http://h/a/..",
            "http://h/a/%2E./b",
            "http://h/..\\x",
        ),
    ],
)
def test_what_is_no_upstream_is_told_without_its_secrets(url: str) -> None:
    with pytest.raises(UsageError, match="--upstream") as caught:
        upstream_of(url)
    assert "key" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [("127.0.0.1:0", "127.0.0.1", 0), (":80", "127.0.0.1", 80), ("80", "127.0.0.1", 80), ("[::1]:80", "::1", 80)],
)
def test_an_address_to_listen_on(text: str, host: str, port: int) -> None:
    assert listen_of(text) == (host, port)


@pytest.mark.parametrize("text", ["", "a", "a:", "a:b", "a:70000", "a:-1", "a:²"])
def test_what_is_no_address_to_listen_on_is_told(text: str) -> None:
    with pytest.raises(UsageError, match="--listen"):
        listen_of(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [("33MB", 33_000_000), ("64KiB", 65536), ("100000", 100_000), (" 1 kb", 1000), ("2GB", 2 * 10**9)],
)
def test_a_size(text: str, count: int) -> None:
    assert bytes_of(text) == count


@pytest.mark.parametrize("text", ["", "MB", "0", "-1", "1.5MB", "33 apples", "3bm", "²"])
def test_what_is_no_size_is_told(text: str) -> None:
    with pytest.raises(UsageError, match="no size"):
        bytes_of(text)


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("name", ["timeout", "connect_timeout", "judge_timeout", "header_timeout", "idle_timeout"])
def test_a_time_that_is_none_is_told(name: str, value: float) -> None:
    with pytest.raises(UsageError, match=f"--{name.replace('_', '-')}: "):
        Options(upstream="http://a", **{name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("grace", -1), ("grace", float("nan")), ("grace", float("inf")), ("max_header", 1), ("max_header", 4095)),
        *(("workers", 0), ("concurrency", 0), ("max_body", 0)),
    ],
)
def test_a_number_with_which_nothing_is_served_is_told(name: str, value: float) -> None:
    with pytest.raises(UsageError, match=f"--{name.replace('_', '-')}: "):
        Options(upstream="http://a", **{name: value})


@pytest.mark.parametrize(
    "ledger", [None, "memory", "sqlite:a", "SQLite:/a/b.db", "redis://h", "rediss://h", "unix:///s"]
)
def test_a_ledger(ledger: str | None) -> None:
    assert Options(upstream="http://a", ledger=ledger).ledger == ledger


@pytest.mark.parametrize(
    "ledger", ["", "redis", "Memory", "sqlite", "/a/b.db", "led.db", "redis:h", "redsi://sk-key@h"]
)
def test_a_ledger_of_no_known_form_is_told_before_it_is_made_a_file(ledger: str) -> None:
    with pytest.raises(UsageError, match="--ledger: memory, sqlite:PATH") as caught:
        Options(upstream="http://a", ledger=ledger)
    assert "sk-key" not in str(caught.value)


def test_no_grace_is_one() -> None:
    assert Options(upstream="http://a", grace=0).grace == 0
