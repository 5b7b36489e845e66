"""What a rule says, found by its id or by an error text that the API gave."""

import json
import re
from collections.abc import Iterator
from functools import cache

import msgspec

from sendable.contract.catalog import laws, rules_for_text
from sendable.contract.evidence import GRADES, best
from sendable.contract.rule import Law
from sendable.errors import UsageError

_FIELD = re.compile(r"\{(\w+)\}")
_PLACE = re.compile(r"\b(?:messages|system|tools)\.\d+(?:\.\w+)*")
# The message in a body that is quoted in a log line, as JSON or as Python prints it.
_QUOTED = re.compile(r"""["']message["']\s*:\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""", re.DOTALL)
_LOOKS_LIKE_ID = re.compile(r"[a-z][a-z0-9_-]*")


class Explanation(msgspec.Struct, frozen=True):
    """A rule, and what was read from the text that led to it.

    Attributes:
        rule: the rule.
        others: other rules whose message the text holds, the most specific first.
        message: the message in the text; "" when the rule was named.
        read: what stands in the message, by name: its path, ids, limits.
    """

    rule: Law
    others: tuple[Law, ...] = ()
    message: str = ""
    read: dict[str, str] = {}

    @property
    def why(self) -> str:
        """The docstring behind the law."""
        return self.rule.doc.partition("\n")[2].strip()


def explain(rule_or_text: str) -> Explanation:
    """The rule of that id, or the one that an error text of the API comes from.

    Args:
        rule_or_text: `tool-result-orphan`; or the bare message, the JSON of the error, or a log line with either.

    Raises:
        UsageError: no rule is meant; its text names the nearest ones.
    """
    text = rule_or_text.strip()
    named = laws().get(text.lower().replace("_", "-"))
    if named is not None:
        return Explanation(named)
    for message in _messages_in(text):
        found = rules_for_text(message)
        if found:
            first, *others = _surest_first(found)
            return Explanation(first, tuple(others), message, _read(first, message))
    raise UsageError(_unknown(text))


def _surest_first(found: list[Law]) -> list[Law]:
    """The rules with those of the very same wording ordered by their evidence."""
    same = [rule for rule in found if not set(rule.templates).isdisjoint(found[0].templates)]
    same.sort(key=lambda rule: (GRADES.index(best(rule.evidence).grade), -len(rule.evidence)))
    return [*same, *(rule for rule in found if rule not in same)]


def _messages_in(text: str) -> Iterator[str]:
    """What may be the message in a text: inside of its JSON, quoted in a line, or the text itself."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    try:
        value = json.loads(text)
    except ValueError:
        pass
    else:
        yield from _in_json(value)
    for quoted in _QUOTED.findall(text):
        yield _unquoted(quoted)
    yield text


def _in_json(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name in ("error", "message", "Message"):
            yield from _in_json(value.get(name))


def _unquoted(quoted: str) -> str:
    inside = quoted[1:-1]
    if quoted[0] == "'":
        return inside.replace("\\'", "'").replace("\\n", "\n").replace("\\\\", "\\")
    try:
        return str(json.loads(quoted, strict=False))
    except ValueError:
        return inside


class Wording(msgspec.Struct, frozen=True):
    """A message, taken apart into what the rule says and what the request gave.

    Attributes:
        template: the wording of the rule, `messages.{at}: …`.
        fields: what stands in its places.
        before, after: the text around it.
    """

    template: str
    fields: dict[str, str]
    before: str = ""
    after: str = ""

    def filled(self, fields: dict[str, str]) -> str:
        """The wording with other fields in their places."""
        return _FIELD.sub(lambda place: fields[place[1]], self.template).replace("{{", "{").replace("}}", "}")


def wording_of(rule: Law, message: str) -> Wording | None:
    """The message as a wording of the rule, of several as the one that says most; None where it has none of them."""
    most: Wording | None = None
    for template, pattern in zip(rule.templates, _named_patterns(rule.id), strict=True):
        found = pattern.search(message)
        if found and (most is None or _said(template) > _said(most.template)):
            most = Wording(template, found.groupdict(), message[: found.start()], message[found.end() :])
    return most


def _said(template: str) -> int:
    """How much of a wording is the rule's own."""
    return len(_FIELD.sub("", template))


def _read(rule: Law, message: str) -> dict[str, str]:
    wording = wording_of(rule, message)
    fields = {} if wording is None else wording.fields
    read = {name: value.strip() for name, value in fields.items() if value}
    place = _PLACE.search(message)
    if place and "path" not in read:
        read = {"path": place[0], **read}
    return read


@cache
def _named_patterns(rule_id: str) -> list[re.Pattern[str]]:
    """Each wording of a rule as a pattern whose groups bear the names of its fields."""
    return [_named_pattern(template) for template in laws()[rule_id].templates]


def _named_pattern(template: str) -> re.Pattern[str]:
    parts = _FIELD.split(template)
    pattern = _literally(parts[0])
    seen: set[str] = set()
    for at in range(1, len(parts), 2):
        name, behind = parts[at], parts[at + 1]
        if name in seen:
            pattern += f"(?P={name})"
        else:
            seen.add(name)
            pattern += f"(?P<{name}>{_extent(parts, at)})"
        pattern += _literally(behind)
    return re.compile(pattern, re.DOTALL)


def _literally(text: str) -> str:
    return re.escape(text.replace("{{", "{").replace("}}", "}"))


def _extent(parts: list[str], at: int) -> str:
    """What a field may hold: one at the end, the rest of the line; a path in front, no blank; others, the least."""
    if at == len(parts) - 2 and not parts[-1]:
        return r"[^\n]+"
    return r"\S+?" if at == 1 and not parts[0] else ".+?"


def _unknown(text: str) -> str:
    if _LOOKS_LIKE_ID.fullmatch(text):
        import difflib

        near = difflib.get_close_matches(text.replace("_", "-"), laws(), n=3, cutoff=0.5)
        near = near or [name for name in laws() if text in name][:3]
        hint = f"did you mean {', '.join(near)}?" if near else "`sendable rules` lists them"
        return f"unknown rule {text!r}: {hint}"
    near = _nearest_messages(text)
    hint = f"the nearest messages are those of {', '.join(near)}" if near else "`sendable rules` lists what is known"
    return f"no rule has a message like this one: {hint}"


def _nearest_messages(text: str) -> list[str]:
    words = set(re.findall(r"[a-z_]{3,}", text.lower()))
    scored = []
    for rule in laws().values():
        for template in rule.templates:
            own = set(re.findall(r"[a-z_]{3,}", _FIELD.sub(" ", template).lower()))
            if own and words:
                scored.append((len(own & words) / len(own | words), rule.id))
    best = sorted(scored, key=lambda item: (-item[0], item[1]))
    return list(dict.fromkeys(name for score, name in best if score >= 0.25))[:3]
