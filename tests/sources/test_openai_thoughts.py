from sendable.conversation import Lost, RedactedThinking, Thinking
from sendable.sources.openai_thoughts import thoughts_beside, thoughts_of

BLOCKS = [{"type": "thinking", "thinking": "hm", "signature": "s"}, {"type": "redacted_thinking", "data": "d"}]
SIGNED = [Thinking(text="hm", signature="s"), RedactedThinking(data="d")]


def test_summary_goes_before_text() -> None:
    summary, text = [{"text": "a"}, {"text": "b"}], [{"text": "c"}]
    assert thoughts_of({"summary": summary, "content": text}) == [Thinking(text="a\n\nb", provider="openai")]
    assert thoughts_of({"summary": [], "content": text}) == [Thinking(text="c", provider="openai")]
    assert thoughts_of({"summary": 7}) == [Thinking(text="", provider="openai")]


def test_thinking_of_claude_is_found_in_items() -> None:
    assert thoughts_of({"summary": [], "provider_data": {"thinking_blocks": BLOCKS}}) == SIGNED
    older = {"content": [{"text": "a"}, {"text": "b"}], "encrypted_content": "s\nt"}
    assert thoughts_of({**older, "provider_data": {"model": "anthropic/claude-opus-4-8"}}) == [
        Thinking(text="a", signature="s"),
        Thinking(text="b", signature="t"),
    ]
    assert thoughts_of({**older, "provider_data": {"model": "gpt-5"}})[0] == Thinking(
        text="a\n\nb", provider="openai", extra={"encrypted_content": "s\nt"}
    )


def test_thinking_beside_content_is_signed_or_bare() -> None:
    lost: list[Lost] = []
    assert thoughts_beside({"thinking_blocks": BLOCKS, "reasoning_content": "hm"}, "p", lost) == SIGNED
    assert thoughts_beside({"reasoning_content": "hm"}, "p", lost) == [Thinking(text="hm", provider=None)]
    assert thoughts_beside({"reasoning": ""}, "p", lost) == []
    assert lost == []
    assert thoughts_beside({"reasoning": {"x": 1}}, "p", lost) == []
    assert [one.path for one in lost] == ["p.reasoning"]
