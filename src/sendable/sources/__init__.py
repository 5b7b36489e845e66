"""Loaders: one thin file a format, each from what a framework stored to a conversation."""
