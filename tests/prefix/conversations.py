"""Small conversations for the tests of comparing."""

from typing import Any

Json = dict[str, Any]


def words(text: str) -> Json:
    return {"type": "text", "text": text}


def thought(key: str) -> Json:
    return {"type": "thinking", "thinking": "", "signature": key}


def said(text: str) -> Json:
    return {"role": "user", "content": [words(text)]}


def answered(key: str, thinking: int = 1) -> Json:
    """An answer whose thinking blocks stand each in front of a text."""
    content = [block for at in range(thinking) for block in (thought(f"{key}.{at}"), words(f"{key} text {at}"))]
    return {"role": "assistant", "content": content or [words(f"{key} text")]}


def request(*messages: Json, **fields: Any) -> Json:
    return {"model": "claude-opus-5-5", "max_tokens": 1024, **fields, "messages": list(messages)}
