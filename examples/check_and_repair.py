"""Check a request before it is sent, repair it if the API would refuse it, and say what that changed."""

import json
from pathlib import Path

from sendable import Target, check, repair

request = json.loads(Path(__file__).with_name("broken.json").read_text(encoding="utf-8"))
target = Target(platform="api")

findings = check(request, target)
print(f"The API would refuse it, for {len(findings)} reasons. It would answer with the first:")
print(f"  {findings[0].status} {findings[0].type}: {findings[0].message}")

done = repair(request, target)
print(f"\nAfter {len(done.changes)} changes it is {'accepted' if done.accepted else 'still refused'}:")
for change in done.changes:
    print(f"  {change.loss!s:<7}  {change.path}  {change.what}")

# What may be lost has a ceiling; what cannot be repaired below it stays, with its reason.
careful = repair(request, target, max_loss="keeps")
print(f"\nWithout losing anything {len(careful.remaining)} findings remain:")
for finding in careful.remaining:
    print(f"  {finding.path}  {finding.rule}")

# send: client.messages.create(**done.request), with the betas in done.betas
assert check(done.request, target) == []
