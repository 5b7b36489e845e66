"""Profiles of hypothesis, chosen by SENDABLE_HYPOTHESIS: how many random histories each property is tried on.

CI tries the same ones each time, so that it fails for what was changed and for nothing else.
"""

import os

from hypothesis import HealthCheck, settings

EXAMPLES = {"dev": 100, "ci": 100, "thorough": 2000}

for name, examples in EXAMPLES.items():
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        derandomize=name == "ci",
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
    )

settings.load_profile(os.environ.get("SENDABLE_HYPOTHESIS", "dev"))
