from sendable import Target
from sendable.contract.catalog import laws
from sendable.prefix.bound import EVIDENCE, RULE, SENTENCES, bound_finding, sentence_of
from sendable.wire.build import assistant, request, thinking, user
from sendable.wire.index import Index

[BLOCK] = Index(request(user("a"), assistant(thinking()), user("b"))).blocks("thinking")


def test_the_finding_names_block_header_and_change() -> None:
    found = bound_finding(BLOCK, sentence_of("system"), Target(betas=[]))
    assert found.path == "messages.1.content.0"
    assert found.message.startswith("messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound")
    assert " That setting requires the `thinking-binding-controls-2026-08-01` value" in found.message
    assert found.message.endswith("The `system` prompt differs from the one this block was created with.")


def test_a_header_that_was_sent_is_not_asked_for() -> None:
    sent = Target(betas=["thinking-binding-controls-2026-08-01"])
    assert "That setting requires" not in bound_finding(BLOCK, "x", sent).message


def test_unknown_betas_are_those_that_the_request_needs() -> None:
    setting = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "error"}}
    assert "That setting requires" in bound_finding(BLOCK, "x", Target()).message
    assert "That setting requires" in bound_finding(BLOCK, "x", Target(), {"type": "adaptive"}).message
    assert "That setting requires" not in bound_finding(BLOCK, "x", Target(), setting).message
    assert "That setting requires" in bound_finding(BLOCK, "x", Target(betas=[]), setting).message


def test_bedrock_has_its_own_type() -> None:
    assert bound_finding(BLOCK, "x", Target("bedrock")).type == "ValidationException"


def test_every_sentence_is_whole() -> None:
    assert all(sentence_of(what, at=3).endswith(".") and "{" not in sentence_of(what, at=3) for what in SENTENCES)


def test_it_says_what_the_catalogue_says() -> None:
    law = laws()[RULE]
    for betas in ([], ["thinking-binding-controls-2026-08-01"]):
        found = bound_finding(BLOCK, sentence_of("tools"), Target(betas=betas))
        words = law.message if betas else law.variants["header"]
        assert found.message == f"{words.format(path=found.path)} {sentence_of('tools')}"
        assert (found.status, found.type, found.evidence) == (law.status, law.type, EVIDENCE)
    assert EVIDENCE in [str(piece) for piece in law.evidence]
