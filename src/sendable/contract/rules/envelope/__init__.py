"""The body as a whole: its JSON, its size, its fields."""
