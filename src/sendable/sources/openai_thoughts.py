"""Thinking in the two OpenAI formats: OpenAI's own, that of open models, and Claude's as gateways keep it."""

from typing import Any

from sendable.conversation import Lost, Part, RedactedThinking, Thinking
from sendable.sources.openai_parts import OWN

Json = dict[str, Any]


def thoughts_beside(message: Json, path: str, lost: list[Lost]) -> list[Part]:
    """Thinking that stands beside the content of a chat message: signed as LiteLLM keeps it, else the bare text."""
    signed = _signed(message.get("thinking_blocks"))
    text = message.get("reasoning_content") or message.get("reasoning")
    if signed or text is None:
        return signed
    if isinstance(text, str):
        return [Thinking(text=text, provider=None)] if text else []
    lost.append(Lost(f"{path}.reasoning", "reasoning of an unknown form"))
    return []


def thoughts_of(item: Json) -> list[Part]:
    """The thinking of a `reasoning` item: its summary, else its text; the encrypted part stays beside it.

    The Agents SDK keeps Claude's thinking in such items, whole in `provider_data`, or in older releases with the
    signatures as the encrypted part, one a line.
    """
    held = item.get("provider_data")
    kept = held if isinstance(held, dict) else {}
    claude = _signed(kept.get("thinking_blocks")) or _rejoined(item, str(kept.get("model")))
    if claude:
        return claude
    texts = _texts(item.get("summary")) or _texts(item.get("content"))
    extra = {name: item[name] for name in ("id", "encrypted_content") if item.get(name) is not None}
    return [Thinking(text="\n\n".join(texts), provider=OWN, extra=extra)]


def _signed(blocks: Any) -> list[Part]:
    held = [_thought(block) for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
    return [part for part in held if part is not None]


def _thought(block: Json) -> Part | None:
    if isinstance(block.get("thinking"), str):
        signature = block.get("signature")
        return Thinking(text=block["thinking"], signature=signature if isinstance(signature, str) else None)
    return RedactedThinking(data=block["data"]) if isinstance(block.get("data"), str) else None


def _rejoined(item: Json, model: str) -> list[Part]:
    texts, encrypted = _texts(item.get("content")), item.get("encrypted_content")
    signatures = encrypted.split("\n") if isinstance(encrypted, str) else []
    if "claude" not in model or not texts or len(texts) != len(signatures):
        return []
    return [Thinking(text=text, signature=signature) for text, signature in zip(texts, signatures, strict=True)]


def _texts(held: Any) -> list[str]:
    listed = held if isinstance(held, list) else []
    return [one["text"] for one in listed if isinstance(one, dict) and isinstance(one.get("text"), str)]
