#!/usr/bin/env bash
# Break, explain, repair, check: on a stored conversation that the API refuses.
# It holds three faults met in the field: a result whose call was trimmed away, a web search that never returned,
# and an error result with a screenshot (declared as a JPEG, although it is a PNG).
set -euo pipefail
sendable=${1:-sendable}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf '\n$ %s\n' "$*"; }

say "sendable check examples/broken.json"
"$sendable" check "$here/broken.json" || true

say 'sendable explain "… tool use with id … was found without a corresponding … block"'
# shellcheck disable=SC2016
"$sendable" explain '`web_search` tool use with id `srvtoolu_01Hc7Nq2LkVw9TzR4mXbYp6D` was found without a corresponding `web_search_tool_result` block'

say "sendable repair examples/broken.json -o repaired.json"
"$sendable" repair "$here/broken.json" -o "$work/repaired.json"

say "sendable check repaired.json"
"$sendable" check "$work/repaired.json"
