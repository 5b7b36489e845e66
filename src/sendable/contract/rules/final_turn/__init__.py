"""The turn that a request ends with."""
