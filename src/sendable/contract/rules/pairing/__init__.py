"""Client tool calls and their results."""
