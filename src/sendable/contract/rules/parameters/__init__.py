"""Thinking, effort and sampling, as far as the model takes them."""
