"""Takes what was said out of a request, and leaves what the API looks at."""

from sendable.relay.scrub.scrubbed import Scrubbed, scrubbed

__all__ = ["Scrubbed", "scrubbed"]
