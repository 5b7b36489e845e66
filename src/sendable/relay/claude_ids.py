"""Whether an id of Bedrock means a Claude model: other vendors' models take other bodies at the same paths."""

import re

# Those of Amazon's list; of a newer one the body tells.
_OTHERS = (
    "ai21|amazon|cohere|deepseek|google|luma|meta|minimax|mistral|moonshot|moonshotai|nvidia|openai|qwen|stability"
    "|twelvelabs|writer|zai"
)
# At the beginning of an id, or of a part of an ARN; in front of it perhaps the region of a profile: us, global, us-gov.
_OTHER = re.compile(rf"(?:^|/)(?:[a-z-]+\.)?(?:{_OTHERS})\.", re.IGNORECASE)
_CLAUDE = re.compile(r"(?:^|[^a-z])(?:anthropic|claude)(?![a-z])", re.IGNORECASE)


def is_claude(model: str) -> bool | None:
    """Whether an id means a Claude model.

    Args:
        model: the id of a model or a profile, or an ARN, without escapes.

    Returns:
        False where it names another vendor; None where it does not tell, as the ARN of a profile of one's own.
    """
    if _OTHER.search(model):
        return False
    return True if _CLAUDE.search(model) else None
