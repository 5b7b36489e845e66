"""Thinking blocks: what one request shows to be wrong with them, and what only its past shows."""
