"""Names for requests, messages, calls and files: counted and hashed, so that two runs give the same ones."""

from base64 import b64encode
from hashlib import blake2b

_LENGTH = 22
PREFIXES = {
    "request": "req_011C",
    "vertex_request": "req_vrtx_011C",
    "message": "msg_01",
    "tool_use": "toolu_01",
    "server_tool_use": "srvtoolu_01",
    "mcp_tool_use": "mcptoolu_01",
    "container": "container_011C",
    "batch": "msgbatch_01",
    "file": "file_011C",
}


class Identifiers:
    """Gives names, one after the other."""

    def __init__(self) -> None:
        self._given = 0

    def next(self, what: str) -> str:
        """A name that was not given yet.

        Args:
            what: one of `PREFIXES`; any other name is a prefix itself.
        """
        self._given += 1
        return PREFIXES.get(what, f"{what}_01") + _digits(self._given)


def _digits(number: int) -> str:
    digest = blake2b(number.to_bytes(8, "big"), digest_size=18).digest()
    return b64encode(digest, b"xY")[:_LENGTH].decode("ascii")
