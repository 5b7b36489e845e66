"""The rule `max-tokens-zero`."""

from collections.abc import Iterator

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index


@rule(
    phase=Phase.PARAMETERS,
    when=("max_tokens=",),
    message="max_tokens: 0 cannot be combined with {field}",
    evidence=[documented("build-with-claude/prompt-caching, batch-processing; the text is not recorded", "2026-10-08")],
    breaks=request(user("Hi"), max_tokens=0, stream=True),
    spares=request(user("Hi"), max_tokens=0, stream=False, tools=[tool()], tool_choice={"type": "auto"}),
    unrepairable="whether the cache is to be warmed or an answer is wanted is for the caller to say",
)
def max_tokens_zero(index: Index, target: Target) -> Hits:
    """`max_tokens: 0` only warms the cache, so nothing that shapes an answer goes with it.

    It is refused together with streaming, manual thinking, an output format and a tool choice that forces a call, and
    in a batch.
    """
    asked = index.request["max_tokens"]
    if asked == 0 and not isinstance(asked, bool):
        for field in _shaping(index):
            yield hit(("max_tokens",), field=field)
            return


def _shaping(index: Index) -> Iterator[str]:
    body = index.request
    if index.source.shape == "batch":
        yield "a batch"
    if body.get("stream") is True:
        yield "stream"
    if _type_of(body.get("thinking")) == "enabled":
        yield "thinking.type.enabled"
    config = body.get("output_config")
    if isinstance(config, dict) and config.get("format") is not None:
        yield "output_config.format"
    if _type_of(body.get("tool_choice")) in ("any", "tool"):
        yield "tool_choice"


def _type_of(value: object) -> object:
    return value.get("type") if isinstance(value, dict) else None
