"""Builds Claude Code sessions line by line."""

import json
import re
from typing import Any

Json = dict[str, Any]

MODEL = "claude-sonnet-4-5"
FOLLOW: Any = object()


def uuid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"


class Session:
    """A session file; each line follows the one before it unless `parent` says otherwise."""

    def __init__(self) -> None:
        self.lines: list[Any] = []
        self.last: str | None = None
        self.count = 0

    def add(self, kind: str, parent: Any = FOLLOW, **fields: Any) -> str:
        """Add a record of the tree; its uuid."""
        self.count += 1
        name = uuid(self.count)
        record: Json = {
            "parentUuid": self.last if parent is FOLLOW else parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": "/home/me/app",
            "sessionId": "s-1",
            "version": "2.1.81",
            "gitBranch": "main",
            "type": kind,
            "uuid": name,
            "timestamp": f"2026-11-30T10:{self.count // 60:02d}:{self.count % 60:02d}.000Z",
        } | fields
        self.lines.append(record)
        self.last = record["uuid"]
        return str(self.last)

    def user(self, content: Any, **fields: Any) -> str:
        return self.add("user", message={"role": "user", "content": content}, **fields)

    def assistant(self, *blocks: Any, reply: str = "", model: str = MODEL, **fields: Any) -> str:
        message = {
            "id": reply or f"msg_{self.count}",
            "type": "message",
            "role": "assistant",
            "model": model,
            "content": list(blocks),
            "stop_reason": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        return self.add("assistant", message=message, requestId="req_1", **fields)

    def result(self, call: str, content: Any = "done", **fields: Any) -> str:
        block = {"tool_use_id": call, "type": "tool_result", "content": content}
        return self.user([block], toolUseResult={"stdout": "done"}, **fields)

    def meta(self, kind: str, **fields: Any) -> None:
        self.lines.append({"type": kind, **fields})

    def raw(self, line: bytes) -> None:
        self.lines.append(line)

    @property
    def encoded(self) -> list[bytes]:
        return [line if isinstance(line, bytes) else dumped(line) for line in self.lines]

    @property
    def data(self) -> bytes:
        return b"".join(line + b"\n" for line in self.encoded)


def dumped(record: Json) -> bytes:
    written = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", written).encode()


def text(said: str) -> Json:
    return {"type": "text", "text": said}


def call(name: str, **arguments: Any) -> Json:
    return {"type": "tool_use", "id": name, "name": "Bash", "input": arguments or {"command": "ls"}}


def thought(said: str = "hm", signature: str = "c2ln") -> Json:
    return {"type": "thinking", "thinking": said, "signature": signature}


def plain() -> Session:
    """A short session with nothing wrong."""
    session = Session()
    session.meta("file-history-snapshot", messageId="x", snapshot={"messageId": "x"}, isSnapshotUpdate=False)
    session.user("List the files")
    session.assistant(text("I look."), reply="msg_a")
    session.assistant(call("toolu_1"), reply="msg_a")
    session.result("toolu_1")
    session.assistant(text("Two files."), reply="msg_b")
    session.meta("summary", summary="Files", leafUuid=session.last)
    return session
