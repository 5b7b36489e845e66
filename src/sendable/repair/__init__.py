"""Passes that change a request as little as possible, and note each change."""
