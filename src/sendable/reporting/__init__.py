"""Findings and changes as text, JSON and SARIF."""
