"""Text blocks: empty, blank, and blanks at the end."""
