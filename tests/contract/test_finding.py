from sendable.contract.finding import Finding, Note


def test_finding_as_json_leaves_the_place_to_the_path() -> None:
    finding = Finding("some-rule", "messages.0", "text", 400, "kind", "evidence", ("messages", 0))
    assert finding.as_json() == {
        "rule": "some-rule",
        "path": "messages.0",
        "message": "text",
        "status": 400,
        "type": "kind",
        "evidence": "evidence",
    }


def test_note_names_its_place_with_dots() -> None:
    assert Note.at(("messages", 0, "content", 1), "new").as_json() == {"path": "messages.0.content.1", "what": "new"}
