import pytest

from sendable.contract.availability import PLATFORM_LACKS_BLOCKS, absent_blocks, is_absent, quoted, tag_text, tool_tags
from sendable.targets import PLATFORMS, Target
from sendable.wire.build import assistant, mcp_call, mcp_result, request, user
from sendable.wire.index import Index
from sendable.wire.kinds import kinds


def test_platforms_lack_only_blocks_that_exist() -> None:
    assert set(PLATFORM_LACKS_BLOCKS) == set(PLATFORMS)
    assert {kind for lacked in PLATFORM_LACKS_BLOCKS.values() for kind in lacked} <= set(kinds())


def test_a_block_is_absent_where_its_beta_is_known_to_be_missing() -> None:
    assert not is_absent("mcp_tool_use", Target())
    assert is_absent("mcp_tool_use", Target(betas=()))
    assert not is_absent("mcp_tool_use", Target(betas=("mcp-client-2025-04-04",)))
    assert is_absent("mcp_tool_use", Target("vertex", betas=("mcp-client-2025-04-04",)))
    assert not is_absent("text", Target(betas=()))


def test_a_block_without_a_beta_is_absent_where_the_platform_lacks_it() -> None:
    upload = Index(request(user({"type": "container_upload", "file_id": "file_1"})))
    assert not list(absent_blocks(upload, Target(betas=())))
    assert [block.kind for block, _ in absent_blocks(upload, Target("bedrock"))] == ["container_upload"]


def test_absent_blocks_come_with_the_tags_that_are_known() -> None:
    index = Index(request(user("Hi"), assistant(mcp_call(), mcp_result()), user("And?")))
    found = list(absent_blocks(index, Target(betas=())))
    assert {block.kind for block, _ in found} == {"mcp_tool_use", "mcp_tool_result"}
    assert all("'text'" in tags and "mcp" not in tags and "compaction" not in tags for _, tags in found)


@pytest.mark.parametrize("tag", ["x", "it's", "a\nb", ""])
def test_tag_and_expected_tags_are_read_back_from_a_fault(tag: str) -> None:
    text = f"Input tag '{tag}' found using 'type' does not match any of the expected tags: {quoted(['a', 'b'])}"
    assert tag_text(text) == (tag, "'a', 'b'")


def test_a_text_of_another_kind_has_no_tag() -> None:
    assert tag_text("Field required") == ("", "")


def test_tools_without_their_beta_are_not_listed() -> None:
    betas = {"mcp_toolset": ("mcp-client-2025-11-20",)}
    assert "'mcp_toolset'" in tool_tags(betas, Target())
    assert "'mcp_toolset'" not in tool_tags(betas, Target(betas=()))
    assert "'custom'" in tool_tags(betas, Target(betas=()))
