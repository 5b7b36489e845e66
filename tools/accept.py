"""Fill in what sendable says of a case: verdict, changes, repaired request. Read the diff before you commit.

usage: python tools/accept.py CASE.json ...                        rewrite the derived parts of these cases
       python tools/accept.py --rule RULE --breaks NAME --spares NAME --why TEXT
                                                                   write a rule's two cases from its two examples
A case is what a person writes: `why`, `target`, `options`, `request`, `refusal`. The rest is derived here and then
checked by the tests, on any machine and in any language.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from sendable.contract.catalog import rule_named
from sendable.contract.check import check
from sendable.repair.repair import repair
from sendable.targets import Target

CASES = Path(__file__).parent.parent / "cases"


def with_media(value: Any) -> Any:
    """The value with `{"$media": NAME}` replaced by the base64 text of `cases/media/NAME.b64`.

    `$length` beside it makes the text so long, with the letter A. `{"$times": N, "$item": X}` is an array of N times X.
    """
    if isinstance(value, dict):
        if "$media" in value:
            text = (CASES / "media" / f"{value['$media']}.b64").read_text(encoding="ascii").strip()
            return text.ljust(value.get("$length", 0), "A")
        if "$times" in value:
            return [with_media(value["$item"])] * value["$times"]
        return {key: with_media(item) for key, item in value.items()}
    return [with_media(item) for item in value] if isinstance(value, list) else value


def without_media(value: Any) -> Any:
    """The value with the base64 texts of `cases/media` folded back into `{"$media": NAME}`."""
    names = {file.read_text(encoding="ascii").strip(): file.stem for file in (CASES / "media").glob("*.b64")}

    def folded(held: Any) -> Any:
        if isinstance(held, dict):
            return {key: folded(item) for key, item in held.items()}
        if isinstance(held, list):
            return [folded(item) for item in held]
        return {"$media": names[held]} if isinstance(held, str) and len(held) > 40 and held in names else held

    return folded(value)


def derived(case: dict[str, Any]) -> dict[str, Any]:
    """The case with its derived parts."""
    target = Target(**case.get("target", {}))
    request = with_media(case["request"])
    findings = check(request, target)
    repaired = repair(request, target, told=case.get("refusal"), **case.get("options", {}))
    written = ("why", "target", "options", "request", "refusal")
    kept: dict[str, Any] = {key: case[key] for key in written if key in case}
    kept["verdict"] = [{"rule": f.rule, "path": f.path, "message": f.message} for f in findings]
    if repaired.changes:
        kept["changes"] = [
            {"pass": c.by, "rule": c.rule or None, "path": c.path, "loss": str(c.loss)} for c in repaired.changes
        ]
        kept["repaired"] = without_media(repaired.request)
    if repaired.remaining:
        kept["remaining"] = [f.rule for f in repaired.remaining]
    if repaired.betas:
        kept["betas"] = repaired.betas
    return kept


def write(path: Path, case: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(derived(case), indent=2, ensure_ascii=True) + "\n", encoding="utf-8")


def _of_rule(args: argparse.Namespace) -> None:
    rule = rule_named(args.rule)
    for name, example in ((args.breaks, rule.breaks), (args.spares, rule.spares)):
        target = example.target
        fields: dict[str, Any] = {"platform": target.platform}
        fields |= {"model": target.model} if target.model else {}
        fields |= {"betas": sorted(target.betas)} if target.betas is not None else {}
        fields |= {"endpoint": target.endpoint} if target.endpoint != "messages" else {}
        write(CASES / args.rule / f"{name}.json", {"why": args.why, "target": fields, "request": example.request})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", type=Path)
    parser.add_argument("--rule")
    parser.add_argument("--breaks", default="breaks")
    parser.add_argument("--spares", default="spares")
    parser.add_argument("--why", default="")
    args = parser.parse_args()
    if args.rule:
        _of_rule(args)
    for path in args.cases:
        write(path, json.loads(path.read_text(encoding="utf-8")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
