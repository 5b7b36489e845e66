"""Strict tools and structured outputs: the schemas that are compiled."""
