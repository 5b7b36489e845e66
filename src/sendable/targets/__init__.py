"""Platforms, models and betas as data, and the target that a request is judged and repaired for."""

from sendable.targets.models import Model, find_model, models
from sendable.targets.target import ENDPOINTS, PLATFORMS, Target

__all__ = ["ENDPOINTS", "PLATFORMS", "Model", "Target", "find_model", "models"]
