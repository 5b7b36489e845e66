"""Rules about documents, citations and search results."""
