"""The request as plain JSON: reading, one walk, paths, edits, the schema, the kinds of blocks."""
