"""Requests of the corpus, posted where they are meant to go."""

from typing import Any, NamedTuple

from sendable import Target
from sendable.emulator.emulator import Emulator
from sendable.emulator.exchange import Answer
from tests.emulator.calling import post

# The betas that some request needs, for those whose betas nobody recorded.
NEEDED = (
    "advisor-tool-2026-03-01", "compact-2026-01-12", "compact-2026-09-04", "computer-use-2025-01-24",
    "computer-use-2025-11-24", "context-management-2025-06-27", "fast-mode-2026-02-01", "files-api-2025-04-14",
    "inline-tools-2026-09-15", "mcp-client-2025-04-04", "mcp-client-2026-09-15", "message-threads-2026-08-12",
    "mid-conversation-output-config-2026-07-01",
    "mid-conversation-system-clear-at-2026-08-21", "mid-conversation-tool-changes-2026-07-01",
    "server-side-fallback-2026-07-01", "skills-2025-10-02", "structured-outputs-2025-11-13", "task-budgets-2026-03-13",
    "thinking-binding-controls-2026-08-01", "thinking-display-updates-2026-08-18",
)  # fmt: skip
_VERTEX = "/v1/projects/p/locations/l/publishers/anthropic/models"


# It lifts a limit: sent only where nobody knows that it was not, with what is known to be accepted.
LIFTS = ("interleaved-thinking-2025-05-14",)


class Post(NamedTuple):
    """What is posted, and where."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]


def post_of(request: dict[str, Any], target: Target, more: tuple[str, ...] = ()) -> Post:
    """The request at the address that a target stands for; `more` are betas for where none are known."""
    body = dict(request)
    model = target.model or str(body.get("model", "claude-opus-4-8"))
    betas = ",".join(sorted(target.betas) if target.betas is not None else (*NEEDED, *more))
    headers = {"anthropic-beta": betas} if betas else {}
    if target.platform == "bedrock" and (target.endpoint.startswith("invoke") or "model" not in body):
        body.setdefault("anthropic_version", "bedrock-2023-05-31")
        if target.betas:
            body.setdefault("anthropic_beta", sorted(target.betas))
        name = target.endpoint if target.endpoint.startswith("invoke") else "invoke"
        return Post(f"/model/{model}/{name}", body, {"authorization": "any"})
    if target.platform == "vertex":
        body.setdefault("anthropic_version", "vertex-2023-10-16")
        name = "count-tokens" if target.endpoint == "count_tokens" else model
        return Post(f"{_VERTEX}/{name}:rawPredict", body, {"authorization": "any", **headers})
    if target.model is not None:
        body["model"] = target.model
    return Post("/v1/messages" + ("/count_tokens" if target.endpoint == "count_tokens" else ""), body, headers)


def send(to: Emulator, request: dict[str, Any], target: Target, more: tuple[str, ...] = ()) -> Answer:
    """The answer at that address, without a network."""
    path, body, headers = post_of(request, target, more)
    return post(to, body, path, **headers)
