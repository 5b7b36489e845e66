"""Whether a platform takes `output_config` for a model."""

from sendable.targets import Target


def knows_output_config(target: Target) -> bool:
    """Whether the field is known: on Bedrock and Google Cloud it is from the 4.5 models on (documented 2026-10-08)."""
    return target.facts is None or not target.is_cloud or target.facts.version >= (4, 5)
