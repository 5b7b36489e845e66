"""The words of the API: what stands in a request and says nothing of its conversation."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from sendable.targets import find_model
from sendable.wire.schema import known_names, known_tags, schema

_JSON_SCHEMA = """
$anchor $comment $defs $dynamicAnchor $dynamicRef $id $ref $schema
additionalItems additionalProperties allOf anyOf array boolean const contains
contentEncoding contentMediaType default definitions dependencies dependentRequired
dependentSchemas deprecated description else enum examples
exclusiveMaximum exclusiveMinimum format if integer items
maxContains maxItems maxLength maxProperties maximum minContains minItems minLength minProperties minimum multipleOf not
null nullable number object oneOf pattern patternProperties prefixItems properties propertyNames readOnly required
string then title type unevaluatedItems unevaluatedProperties uniqueItems writeOnly
date date-time duration email hostname ipv4 ipv6 time uri uuid
"""
_OTHERS = """
developer tool function model human
image_url input_audio input_image input_text output_text refusal reasoning tool_call tool_calls function_call
function_call_output arguments parameters file_url video audio
anthropic_version anthropic_beta betas extra_body extra_headers extra_query
image/jpeg image/png image/gif image/webp image/bmp image/tiff image/svg+xml image/avif image/heic application/pdf
text/plain text/html text/markdown application/json application/octet-stream base64 url
bedrock-2023-05-31 vertex-2023-10-16 5m 1h
query limit command code path
skip none null undefined placeholder dummy fake invalid unsigned
"""
_BETA = re.compile(r"[a-z][a-z0-9-]{1,50}-20\d\d-\d\d-\d\d")
_VERSIONED = re.compile(r"[a-z][a-z_]{1,40}_20\d{6}")
# The names under which the platforms offer a model; what an account calls its own deployment is no such.
_MODEL = re.compile(r"(?:[a-z]{2,6}\.)?(?:anthropic[./])?(claude-[a-z0-9.-]+?)(?:@(?:\d{8}|latest)|-v\d+(?::\d+)?)?")
_CORE = re.compile(
    r"claude-[a-z]+-(?:preview|latest|\d{1,2}(?:[-.]\d{1,2})?)(?:-\d{8})?|claude-\d[-.\d]*-[a-z]+(?:-\d{8})?"
)


@cache
def words() -> frozenset[str]:
    """Every name and value that the API itself gave: fields, types, settings, betas, models."""
    read = schema()
    fields = (held for held in (read.request, *read.objects.values()))
    enums = (value for held in fields for field in held.values() for value in _values(field))
    return frozenset(
        (*known_names(), *known_tags(), *enums, *read.betas, *read.models, *_JSON_SCHEMA.split(), *_OTHERS.split())
    )


def is_word(text: str) -> bool:
    """Whether a text is one of them, or a version or a beta that came later."""
    return text in words() or _BETA.fullmatch(text) is not None or _VERSIONED.fullmatch(text) is not None


def public_model(name: str) -> str | None:
    """The name of a model without what an account calls it; None where none of Anthropic's is meant."""
    if find_model(name) is None:
        return None
    found = _MODEL.fullmatch(name)
    if found is not None and _CORE.fullmatch(found[1]):
        return name
    core = _CORE.search(name.lower())
    return None if core is None else core[0]


def _values(held: Any) -> Iterator[str]:
    """The strings in a type: what an enumeration lists, and the tags of a union."""
    if isinstance(held, str):
        yield held
    elif isinstance(held, list):
        for item in held:
            yield from _values(item)
    elif isinstance(held, dict):
        for key, value in held.items():
            yield key
            yield from _values(value)
