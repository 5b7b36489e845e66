"""The rule `count-tokens-server-tools`."""

from sendable.contract.evidence import documented, measured, recorded
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_COUNT = Target(endpoint="count_tokens")
_SEARCH = {"type": "web_search_20250305", "name": "web_search"}

# Families of tools that run at the provider; the advisor is counted (documented 2026-10).
_RUN_BY_PROVIDER = ("web_search_", "web_fetch_", "code_execution_", "mcp_toolset")


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    endpoints=("count_tokens",),
    message="tools.{at}: Input tag '{kind}' found using 'type' does not match any of the expected tags: {tags}",
    evidence=[
        recorded("Bedrock CountTokens, with this text (undated, read in 2026-11)", "2026-11"),
        documented("build-with-claude/token-counting", "2026-10-08"),
        measured("pydantic-ai models/anthropic.py", "2026-10"),
    ],
    breaks=Example(request(user("Hi"), tools=[_SEARCH], max_tokens=None), _COUNT),
    spares=Example(request(user("Hi"), tools=[tool("web_search")], max_tokens=None), _COUNT),
)
def count_tokens_server_tools(index: Index, target: Target) -> Hits:
    """Tokens are counted without the tools that the provider runs.

    A body that is sent to `count_tokens` as it will be sent to `messages` brings them along. On Bedrock the platform
    refuses them anyway.
    """
    tags = "'bash_20250124', 'custom', 'text_editor_20250124', 'text_editor_20250429', 'text_editor_20250728'"
    for block in index.tools:
        if block.kind.startswith(_RUN_BY_PROVIDER) and target.platform != "bedrock":
            yield hit(block.path, at=block.position, kind=block.kind, tags=tags)
