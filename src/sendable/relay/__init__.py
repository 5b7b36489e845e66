"""What happens to a request on its way to the API, and to the answer on its way back.

Middleware, transport and gateway are thin over this: they read and write, and everything else is decided here.
"""

from sendable.relay.answer import Answer
from sendable.relay.passage import Passage
from sendable.relay.refusal import Refusal
from sendable.relay.refused import Refused
from sendable.relay.relay import CONVERSATION, Relay
from sendable.relay.report import Report
from sendable.relay.settings import MODES, Settings
from sendable.relay.spelling import SPELLING, spelling_of, tell_once
from sendable.relay.where import Where, where_of

__all__ = [
    "CONVERSATION",
    "MODES",
    "SPELLING",
    "Answer",
    "Passage",
    "Refusal",
    "Refused",
    "Relay",
    "Report",
    "Settings",
    "Where",
    "spelling_of",
    "tell_once",
    "where_of",
]
