"""The command `sendable`: one command a file."""
