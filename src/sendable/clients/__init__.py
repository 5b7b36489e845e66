"""sendable in the process of its caller: a middleware of the official SDK, and transports of HTTP clients."""
