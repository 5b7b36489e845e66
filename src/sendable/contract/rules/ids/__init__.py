"""Ids, names and inputs of calls."""
