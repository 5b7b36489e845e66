"""Thinking blocks, as far as one request shows what is wrong with them."""
