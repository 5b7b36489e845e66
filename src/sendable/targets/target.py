"""Where a request is meant to go, and what is known of that place."""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

from sendable.errors import UsageError
from sendable.targets.models import Model, find_model

PLATFORMS = ("api", "bedrock", "vertex", "foundry")
ENDPOINTS = ("messages", "count_tokens", "invoke", "invoke-with-response-stream")


class Target:
    """Platform, model, betas and endpoint of a request; immutable.

    Args:
        platform: api, bedrock, vertex or foundry.
        model: name of the model; None takes the one in the request.
        betas: the beta names that are sent; None means unknown: whatever the request needs was sent.
        endpoint: messages, count_tokens, invoke or invoke-with-response-stream.
        enforces_prefix: whether the account refuses thinking whose prefix changed (accounts from 2026-08-31 on do).

    Raises:
        UsageError: a platform or endpoint of another name, a blank model, or a value of a wrong type.
    """

    def __init__(
        self,
        platform: str = "api",
        model: str | None = None,
        betas: Iterable[str] | None = None,
        endpoint: str = "messages",
        enforces_prefix: bool = True,
    ) -> None:
        if platform not in PLATFORMS:
            raise UsageError(f"unknown platform {platform!r}: one of {', '.join(PLATFORMS)}")
        if endpoint not in ENDPOINTS:
            raise UsageError(f"unknown endpoint {endpoint!r}: one of {', '.join(ENDPOINTS)}")
        if model is not None and not isinstance(model, str):
            raise UsageError(f"the model of a target is a name, not {type(model).__name__}")
        if model is not None and not model.strip():
            raise UsageError("the model of a target is a name, not a blank text: leave it out where it is not known")
        if not isinstance(enforces_prefix, bool):
            raise UsageError("enforces_prefix of a target is True or False")
        self.platform = platform
        self.model = model
        self.betas = None if betas is None else _names(betas)
        self.endpoint = endpoint
        self.enforces_prefix = enforces_prefix
        self._key = (platform, model, self.betas, endpoint, enforces_prefix)
        self._hash = hash(self._key)

    def __repr__(self) -> str:
        betas = None if self.betas is None else sorted(self.betas)
        return f"Target({self.platform!r}, model={self.model!r}, betas={betas}, endpoint={self.endpoint!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Target) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def of(cls, target: "Target | None") -> "Target":
        """The target that a caller gave; the direct API for None.

        Raises:
            UsageError: it is no target.
        """
        if target is None:
            return _DEFAULT
        if not isinstance(target, Target):
            raise UsageError(f'a target is a Target, such as Target(platform="api"), not {type(target).__name__}')
        return target

    @cached_property
    def facts(self) -> Model | None:
        """What is known of the model; None for a name of no Claude family."""
        return find_model(self.model)

    @property
    def is_cloud(self) -> bool:
        """Amazon Bedrock or Google Cloud: base64 sources only, smaller bodies, no betas of the API alone."""
        return self.platform in ("bedrock", "vertex")

    def lacks(self, *betas: str) -> bool:
        """Whether the betas are known and none of these is among them."""
        return self.betas is not None and self.betas.isdisjoint(betas)

    def for_request(self, request: dict[str, Any]) -> "Target":
        """This target with what the request itself says: its `model`, and the `anthropic_beta` of a Bedrock body."""
        named = request.get("anthropic_beta")
        if not isinstance(named, list) and self.model is not None:
            return self
        model = self.model if self.model is not None else request.get("model")
        betas = [beta for beta in named if isinstance(beta, str)] if isinstance(named, list) else []
        return _settled(self, model if isinstance(model, str) and model.strip() else None, tuple(betas))


_DEFAULT = Target()


def _names(betas: object) -> frozenset[str]:
    """The names of betas, each of which is a string of its own."""
    if isinstance(betas, str) or not isinstance(betas, Iterable):
        raise UsageError(f"the betas of a target are a list of names, not {type(betas).__name__}")
    names = list(betas)
    if not all(isinstance(name, str) for name in names):
        raise UsageError("the betas of a target are a list of names")
    return frozenset(names)


@lru_cache(maxsize=1024)
def _settled(target: Target, model: str | None, betas: tuple[str, ...]) -> Target:
    """A target with a model, and with further betas; kept, since a log names the same few again and again."""
    known = target.betas if not betas else {*(target.betas or ()), *betas}
    return Target(target.platform, model, known, target.endpoint, target.enforces_prefix)
