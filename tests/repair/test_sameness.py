from sendable.repair.sameness import said
from sendable.wire.blocks import Block, Json
from sendable.wire.build import cached, tool_use


def block(value: Json) -> Block:
    return Block(value, "tool_use", 0, 0)


def test_a_breakpoint_says_nothing() -> None:
    assert said(block(cached(tool_use()))) == said(block(tool_use()))


def test_the_order_of_keys_says_nothing() -> None:
    turned = dict(reversed(tool_use().items()))
    assert said(block(turned)) == said(block(tool_use()))


def test_arguments_tell_calls_apart() -> None:
    assert said(block(tool_use(arguments={"a": 1}))) != said(block(tool_use(arguments={"a": True})))


def test_a_lone_surrogate_is_no_obstacle() -> None:
    assert said(block(tool_use(name="\ud83d")))
