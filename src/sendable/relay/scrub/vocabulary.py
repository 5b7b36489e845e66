"""What may be left of a message that quotes a request: words of a fixed list, and places in a request.

A message of no known wording may quote anything: a text that is cut off, in other case, percent-encoded, or a key of
the request's headers. So nothing of it stays but what is known to be said by the API, whatever the request holds.
"""

import re
from collections.abc import Callable
from functools import cache

from sendable.contract.catalog import laws
from sendable.relay.scrub.words import words
from sendable.wire.schema import schema

GONE = "*"
"""Stands for what was taken out."""

_ENGLISH = """
about above access account across active add additional allow although always amount another anything anywhere api
applied apply attempt authenticate authentication authorization available away aws azure bad balance because been
being best beyond billing billion both bucket busy byte cancelled capacity case certain changed check choose chosen
client closed cloud combination common compatible complete condition configuration configured connect connection
constraint contact context continue convert corrupt corrupted count country create created credential credentials
credit credits currently customer day days decode decoded default define delay delete deleted denied deploy deployment
depth deserialize detail details disallowed disconnected do done down due duplicate duplicated during early either
element elements enabled encode encoded encoding encountered endpoint enough ensure entity entry error even every
everything exactly exception exist exists expire expired fail fails failure fetch few fewer filter filtered flagged
forbidden free full further future gateway get give given global go google got group had handle has here higher host
hour hours how however identical illegal in-place inaccessible incomplete inconsistent incorrect increase inference
information inside insufficient integer integrity interleaved internal into invalid invocation its itself job key
kilobytes kind known large larger later length less let like limited limits load local location locked long longer low
lower malicious match matched matches matching mebibytes megabytes metadata method might million min minimum minute
minutes mismatch missing month moved must need needed needs negative network new newer none nor nothing now null
obsolete occurred old older omit omitted once operation operator option options org organization organizations other
otherwise out outside over overloaded owner package padding pair parse parsed parsing part partial party path payload
payment per permission permissions permit place plan platform policy positive possible preceding present profile
project provider proxy quota rate raw reach reached read reading reason received recent recognized refused region
regional rejected related reload remote removed repeat repeated replace replaced requested requesting reserved reset
resolve resolved resource resources retired retry return reused review right run safety same say schedule second
seconds see service several shorter shown side since small smaller so some something soon space spend state status
still storage stream streaming subscription such sure switch take taken temporarily terminated third throttled
throttling through tier time timed timeout times today token took transfer treated twice two unauthorized unavailable
under understood unexpectedly unless unlike unreachable unreadable unrecognized until up update upgrade upload
upstream usage used users valid values version versions via wait want way week well what whatever where whether who
whole whose why will workspace write writing written wrong year yet zero
"""
_LETTERS = re.compile(r"[a-z_]+")
_FIELD = re.compile(r"\{\w+\}")
_QUOTES = re.compile(r"(?<!\w)(['\"`])(.+?)\1(?!\w)|\u201c(.+?)\u201d|\u2018(.+?)\u2019|\u00ab(.+?)\u00bb", re.DOTALL)
# A piece ends where a blank, a bracket or a quote does; what is joined by dots, dashes and the like is judged as one.
_PIECE = re.compile(r"[^\s'\"`()\[\]{}<>,;!?|=]+")
_JOINT = re.compile(r"[-/:.]+")
_MARKS = re.compile(r"[-/:.+&#%$@~^_\\]{1,3}")
_ENDS = ".:"
_INDEX = re.compile(r"\d{1,6}")
_MANY_MARKS = re.compile(r"[^\w\s*]{5,}")
_ROW = re.compile(r"\*(?:[\s*]*\*)+")

Known = Callable[[str], str | None]


@cache
def vocabulary() -> frozenset[str]:
    """The words that may stay, in lower case: of all messages that are known, of the API, of plain English."""
    said = " ".join(_FIELD.sub(" ", template) for rule in laws().values() for template in rule.templates)
    api = (word.lower() for word in words())
    return frozenset((*_LETTERS.findall(said.lower()), *api, *_ENGLISH.split()))


def only_known(text: str, known: Known) -> str:
    """A text of which nothing is left but the vocabulary, and places in a request.

    Args:
        text: the text.
        known: what stands in the place of a name in a path; None where nothing is known to.
    """
    made, end = [], 0
    for found in _QUOTES.finditer(text):
        made.append(_pieces(text[end : found.start()], known))
        inside = next(part for part in found.groups()[1:] if part is not None)
        left = _piece(inside, known)
        made.append(f"{found[1] or chr(39)}{left}{found[1] or chr(39)}")
        end = found.end()
    made.append(_pieces(text[end:], known))
    return _ROW.sub(GONE, _MANY_MARKS.sub(GONE, "".join(made)))


def _pieces(text: str, known: Known) -> str:
    return _PIECE.sub(lambda piece: _piece(piece[0], known), text)


def _piece(piece: str, known: Known) -> str:
    """A word, a few words with dashes, or a path; all else goes as a whole."""
    inner = piece.strip(_ENDS)
    if not inner or _MARKS.fullmatch(piece):
        return piece[:3]
    start = piece.index(inner)
    return piece[:start][-3:] + _inner(inner, known) + piece[start + len(inner) :][:3]


def _inner(piece: str, known: Known) -> str:
    if piece in words() or all(part.lower() in vocabulary() for part in _JOINT.split(piece)):
        return piece
    first, *steps = piece.split(".")
    if first not in schema().request or not steps:
        return GONE
    return ".".join((first, *(_step(step, known) for step in steps)))


def _step(step: str, known: Known) -> str:
    if step in words() or _INDEX.fullmatch(step):
        return step
    return known(step) or GONE
