"""What a rule is made of.

A rule is one decorated function in a file of its own under `rules/<family>/`. Its docstring is its page: the law in the
first line, then why it is so and how histories come to break it. It yields a `hit` for each place that breaks the law,
never looks at what another rule reports, and never raises on odd input: what has no shape is the schema's to report.

A law that no request shows by itself is entered with `unshown` instead: it has words and evidence, and judges nothing.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias

import msgspec

from sendable.contract.evidence import Evidence
from sendable.contract.shape import CLAIMS, Claim, faults_by_rule
from sendable.targets import Target
from sendable.wire.index import Index
from sendable.wire.paths import Path


class Phase(IntEnum):
    """When the API finds a fault. Only the first is answered, so this is the first key of the order of findings.

    Measured on the direct API (2026-08-30 to 09-04): JSON; each field in schema order; unknown keys; then the shape of
    the conversation. The order inside that shape is what the recordings and reports show.
    """

    EDGE = 0
    JSON = 1
    FIELDS = 2
    KEYS = 3
    TOOLS = 4
    PARAMETERS = 5
    CACHE = 6
    CONTENT = 7
    ROLES = 8
    PAIRING = 9
    THINKING = 10
    FINAL_TURN = 11
    MEDIA = 12


class Hit(NamedTuple):
    """A place that breaks a rule.

    Attributes:
        path: where, in the request.
        fields: what the message template needs; `path` is there unless it is given.
        variant: which of the rule's wordings applies; "" for the first one.
    """

    path: Path
    fields: Mapping[str, object]
    variant: str = ""


Hits: TypeAlias = Iterator[Hit]
Question: TypeAlias = Callable[[Index], object]
Judge: TypeAlias = Callable[[Index, Target], Hits]


def hit(path: Path, variant: str = "", **fields: object) -> Hit:
    """A hit, with the fields of the message."""
    return Hit(path, fields, variant)


class Example(NamedTuple):
    """A request that shows a rule, and the target it is meant for."""

    request: Any
    target: Target = Target()


PLATFORMS = ("api", "bedrock", "vertex", "foundry")
ENDPOINTS = ("messages", "count_tokens", "invoke", "invoke-with-response-stream")


class Law(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What the API holds a request to, in words; see `rule` for the parts.

    Attributes:
        shown_by: what shows that it is broken, where a request does not show it by itself; "" where it does.
    """

    id: str
    family: str
    phase: Phase
    message: str
    variants: dict[str, str]
    also: tuple[str, ...]
    status: int
    type: str
    evidence: tuple[Evidence, ...]
    platforms: frozenset[str]
    endpoints: frozenset[str]
    unrepairable: str
    doc: str
    shown_by: str = ""

    @property
    def law(self) -> str:
        """The first line of the docstring."""
        return self.doc.partition("\n")[0]

    @property
    def templates(self) -> tuple[str, ...]:
        """Every wording, the newest first."""
        return (self.message, *self.variants.values(), *self.also)


class Rule(Law, frozen=True, eq=False, kw_only=True):
    """A law that a request shows by itself, so that it can be judged; see `rule` for the parts."""

    breaks: Example
    spares: Example
    when: frozenset[str]
    implies: tuple[str, ...]
    needs_whole: bool
    asks: Question | None
    judge: Judge


REGISTRY: dict[str, Rule] = {}
UNSHOWN: dict[str, Law] = {}


def rule(
    *,
    phase: Phase,
    message: str,
    evidence: list[Evidence],
    breaks: object,
    spares: object,
    when: tuple[str, ...] = (),
    variants: Mapping[str, str] | None = None,
    also: tuple[str, ...] = (),
    status: int = 400,
    type: str = "invalid_request_error",
    platforms: tuple[str, ...] = PLATFORMS,
    endpoints: tuple[str, ...] = ENDPOINTS,
    implies: tuple[str, ...] = (),
    needs_whole: bool = False,
    unrepairable: str = "",
    claims: tuple[Claim, ...] = (),
    only_claims: bool = False,
    asks: Question | None = None,
) -> Callable[[Judge], Judge]:
    """Register a rule under the name of its function: `tool_result_orphan` is the rule `tool-result-orphan`.

    Args:
        phase: when the API finds it.
        message: the API's exact text as a template; `{path}` is the place of the hit, other names come from the hit.
        evidence: what it rests on; at least one piece, each dated.
        breaks: the smallest request that breaks it, a request or an `Example`.
        spares: the nearest request that does not.
        when: the rule is asked only if the request holds one of these: a kind of block ("tool_use"), a top-level field
            ("thinking="), a role ("role:system") or "cache_control". Empty: always.
        variants: further wordings by name, for hits that choose one.
        also: older or other wordings, by which an error text is looked up and which are never answered.
        platforms, endpoints: where it holds.
        implies: ids of rules that `breaks` cannot avoid to break as well.
        needs_whole: it judges what a bare `messages` array does not show (the envelope, declared tools).
        unrepairable: why no pass answers it; "" when one does.
        claims: the faults of the schema walk that this rule reports, see `contract.shape`.
        only_claims: it reports nothing else, so it is asked only if the walk found something.
        asks: what is found once for the index; this rule, and all that ask the same, run only if that is something.
    """

    def register(judge: Judge) -> Judge:
        name = judge.__name__.replace("_", "-")
        if name in REGISTRY:
            raise ValueError(f"two rules are named {name}")
        for claim in claims:
            if CLAIMS.setdefault(claim, name) != name:
                raise ValueError(f"{CLAIMS[claim]} and {name} both claim {claim}")
        REGISTRY[name] = Rule(
            id=name,
            family=_family(judge.__module__),
            phase=phase,
            message=message,
            variants=dict(variants or {}),
            also=also,
            status=status,
            type=type,
            evidence=tuple(evidence),
            breaks=breaks if isinstance(breaks, Example) else Example(breaks),
            spares=spares if isinstance(spares, Example) else Example(spares),
            when=frozenset(when),
            platforms=frozenset(platforms),
            endpoints=frozenset(endpoints),
            implies=implies,
            needs_whole=needs_whole,
            asks=faults_by_rule if only_claims else asks,
            unrepairable=unrepairable,
            doc=inspect.cleandoc(judge.__doc__ or ""),
            judge=judge,
        )
        return judge

    return register


def unshown(
    module: str,
    doc: str,
    *,
    phase: Phase,
    message: str,
    shown_by: str,
    evidence: list[Evidence],
    variants: Mapping[str, str] | None = None,
    also: tuple[str, ...] = (),
) -> Law:
    """Enter a law that no request shows by itself, under the name of its module.

    Args:
        module: its `__name__`.
        doc: its page, as the docstring of a rule is.
        shown_by: what shows that it is broken.
        phase, message, evidence, variants, also: as for `rule`.
    """
    name = module.rpartition(".")[2].replace("_", "-")
    made = UNSHOWN[name] = Law(
        id=name,
        family=_family(module),
        phase=phase,
        message=message,
        variants=dict(variants or {}),
        also=also,
        status=400,
        type="invalid_request_error",
        evidence=tuple(evidence),
        platforms=frozenset(PLATFORMS),
        endpoints=frozenset(ENDPOINTS),
        unrepairable="",
        doc=inspect.cleandoc(doc),
        shown_by=shown_by,
    )
    return made


def _family(module: str) -> str:
    """The folder that a module under `rules/` stands in."""
    return module.rpartition(".")[0].rpartition(".")[2]
