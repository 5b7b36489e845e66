"""Requests on their way: what client surfaces and the gateway do with each."""
