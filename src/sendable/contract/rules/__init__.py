"""The rules, one a file, in one folder a family."""
