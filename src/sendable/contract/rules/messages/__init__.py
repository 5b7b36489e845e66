"""Messages: roles, emptiness, and which blocks may stand where."""
