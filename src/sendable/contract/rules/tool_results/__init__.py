"""Rules about what a tool result holds."""
