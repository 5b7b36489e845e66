"""Tool definitions, and the choice between them."""
