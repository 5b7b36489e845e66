"""Tools that the provider runs: calls, results, containers."""
