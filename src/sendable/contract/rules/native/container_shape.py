"""The rule `container-shape`."""

from sendable.contract.evidence import documented, measured, recorded
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

BETA = "skills-2025-10-02"
_MOST_SKILLS = 8
_CODE = [{"type": "code_execution_20250825", "name": "code_execution"}]


@rule(
    phase=Phase.FIELDS,
    when=("container=",),
    message="container: Input should be a valid string",
    variants={"params": "container.ContainerParams: Input does not match the expected shape."},
    evidence=[
        recorded(
            "claude-sonnet-4-5: an object refused; claude-haiku-4-5: skills accepted with their beta",
            "2026-05",
            of=("",),
        ),
        measured("two projects that replay conversations: the text for a wrong object", "2026-09"),
        documented("the SDK's types; at most 8 skills", "2026-10"),
    ],
    claims=(
        ("type", "", "container"),
        *(
            (kind, owner, "*")
            for owner in ("ContainerParams", "SkillParams")
            for kind in ("type", "extra", "missing", "enum")
        ),
    ),
    breaks=Example(request(user("Hi"), container={"id": "container_01"}, tools=_CODE), Target(betas=[])),
    spares=Example(request(user("Hi"), container="container_01", tools=_CODE), Target(betas=[])),
)
def container_shape(index: Index, target: Target) -> Hits:
    """A container is named by its id as a string; an object with skills needs the beta of skills.

    Answers hold the container as an object, so a client that sends it back as it came sends the wrong shape.
    """
    faults = claimed(index, "container-shape")
    container = index.request["container"]
    if isinstance(container, dict) and target.lacks(BETA):
        yield hit(("container",))
    elif faults:
        yield hit(faults[0].path, "params")
    elif _too_many(container):
        yield hit(("container", "skills"), "params")


def _too_many(container: object) -> bool:
    skills = container.get("skills") if isinstance(container, dict) else None
    return isinstance(skills, list) and len(skills) > _MOST_SKILLS
