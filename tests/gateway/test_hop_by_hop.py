from sendable.gateway.hop_by_hop import HOP_BY_HOP, end_to_end


def test_headers_of_the_connection_stay_behind_and_the_rest_is_untouched() -> None:
    rest = ((b"X-Api-Key", b"k"), (b"x-B", b""), (b"x-b", b"2"), (b"Accept", b"*/*"))
    own = tuple((name.title(), b"x") for name in sorted(HOP_BY_HOP))
    assert end_to_end((*rest[:2], *own, *rest[2:])) == rest


def test_what_connection_names_stays_behind() -> None:
    headers = ((b"Connection", b"close, X-Hop"), (b"connection", b" x-other "), (b"x-hop", b"1"), (b"X-Other", b"2"))
    assert end_to_end((*headers, (b"x-kept", b"3"))) == ((b"x-kept", b"3"),)


def test_connection_can_not_name_what_makes_the_request() -> None:
    kept = ((b"Content-Length", b"3"), (b"Authorization", b"k"), (b"X-Api-Key", b"k"), (b"Host", b"a"))
    named = b", ".join(name for name, _ in kept)
    assert end_to_end(((b"Connection", named), *kept)) == kept
