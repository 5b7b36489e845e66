"""Fields and their values."""
