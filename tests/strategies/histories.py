"""Random histories that the API accepts, with everything that a conversation may hold."""

from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import strategies as st

from sendable.targets import Target, find_model
from sendable.wire.build import mcp_call, mcp_result, text, tool
from tests.strategies.choice import Pick, drawn, one, seldom
from tests.strategies.marks import mark_some
from tests.strategies.parts import (
    BETAS,
    INPUTS,
    TOOLS,
    cited,
    native_answer,
    paper,
    picture,
    result_content,
    thinking,
    words,
)

Json = dict[str, Any]

PLACES = (
    ("api", "claude-sonnet-4-5"),
    ("api", "claude-opus-5-5"),
    ("api", "claude-haiku-4-5"),
    ("api", "claude-sonnet-5"),
    ("api", "claude-sonnet-5-5"),
    ("api", "claude-opus-4-8"),
    ("api", "claude-sonnet-4-6"),
    ("api", "claude-opus-5"),
    ("api", "claude-haiku-5-5-20260901"),
    ("api", "a-model-of-tomorrow"),
    ("bedrock", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"),
    ("bedrock", "anthropic.claude-opus-5-5"),
    ("vertex", "claude-haiku-4-5@20251001"),
    ("vertex", "claude-opus-5-5"),
    ("foundry", "claude-sonnet-4-5"),
)


class History(NamedTuple):
    """A request that is accepted, and the target that accepts it.

    `searching`: a tool search waits in it, which repair takes away although the API accepts it.
    """

    request: Json
    target: Target
    searching: bool = False


class Writer:
    """Writes a conversation turn by turn; each turn is accepted where it stands."""

    def __init__(self, pick: Pick, platform: str, model: str) -> None:
        self.pick = pick
        self.platform = platform
        self.model = model
        self.facts = find_model(model)
        self.cloud = platform in ("bedrock", "vertex")
        self.thinks = self._thinks()
        self.messages: list[Json] = []
        self.tools: dict[str, Json] = {}
        self.fields: Json = {}
        self.betas: set[str] = set()
        self.searching = False
        self.calls = 0

    def _thinks(self) -> str:
        """How the model thinks in this conversation; "" when the request says nothing of it."""
        if self.facts is None:
            return ""
        ways = [way for way in self.facts.thinking if way in ("enabled", "adaptive", "disabled")]
        return one(self.pick, ["", *ways])

    @property
    def natives(self) -> list[str]:
        """The native tools that the place offers."""
        if self.platform == "api":
            return [name for name in TOOLS if name != "tool_search_tool_regex"] + ["mcp"]
        return ["web_search"] if self.platform == "vertex" else []

    def say(self, role: str, blocks: list[Json]) -> None:
        """Add a message; a single plain text may become a bare string."""
        lone = len(blocks) == 1 and blocks[0].keys() == {"type", "text"} and bool(blocks[0]["text"])
        bare = lone and not seldom(self.pick)
        self.messages.append({"role": role, "content": blocks[0]["text"] if bare else blocks})

    def new_id(self, prefix: str) -> str:
        self.calls += 1
        return f"{prefix}{self.calls:02d}AbC"

    def lead(self) -> list[Json]:
        """The thinking that opens an assistant message."""
        if self.thinks == "enabled":
            return [thinking(self.pick) for _ in range(1 + self.pick(2))]
        return [thinking(self.pick)] if seldom(self.pick, 3) else []

    def between(self) -> list[Json]:
        """Thinking in the middle of an assistant message."""
        return [thinking(self.pick)] if self.thinks in ("adaptive", "enabled") and seldom(self.pick) else []

    # ---------------------------------------------------------------- turns

    def user(self) -> None:
        """A user turn of one or two messages."""
        blocks = [text(words(self.pick))]
        if seldom(self.pick):
            blocks.insert(self.pick(2), picture(self.pick, self.cloud))
        if seldom(self.pick, 6):
            blocks.insert(0, paper(self.pick))
        self.say("user", blocks)
        if seldom(self.pick, 6):
            self.say("user", [text(words(self.pick))])
        self.instruct()

    def instruct(self) -> None:
        """Seldom a system entry, where the model hears one."""
        heard = self.facts is not None and self.facts.system_messages != "no" and self.platform in ("api", "vertex")
        if heard and seldom(self.pick, 5):
            for _ in range(1 + self.pick(2)):
                self.say("system", [text("Be brief.")])

    def answer(self) -> None:
        """An assistant turn of text."""
        self.say("assistant", [*self.lead(), text(words(self.pick))])
        if seldom(self.pick, 6):
            self.say("assistant", [text(words(self.pick))])

    def call(self, name: str = "", **fields: Any) -> Json:
        """A client call; its tool is declared."""
        name = name or one(self.pick, ("search", "run", "fetch"))
        self.tools.setdefault(name, tool(name))
        prefix = one(self.pick, ("toolu_", "call-"))
        inputs: tuple[Json, ...] = ({}, {"q": "x"}, {"deep": {"list": [1, None, 2.5, "é"]}})
        held = one(self.pick, inputs)
        return {"type": "tool_use", "id": self.new_id(prefix), "name": name, "input": dict(held), **fields}

    def results(self, calls: list[Json], plain: bool = False) -> None:
        """The results of some calls, in any order, over one or more user messages."""
        turned = self.pick(len(calls))
        answers = [
            {"type": "tool_result", "tool_use_id": call["id"], **result_content(self.pick, self.cloud, plain)}
            for call in (*calls[turned:], *calls[:turned])
        ]
        cut = len(answers) - self.pick(len(answers))
        for part in (answers[:cut], answers[cut:]):
            if part:
                self.messages.append({"role": "user", "content": part})

    def loop(self) -> None:
        """A tool loop: calls, results, perhaps once more, then text."""
        for _ in range(1 + self.pick(2)):
            calls = [self.call() for _ in range(1 + self.pick(3))]
            ahead = [text(words(self.pick))] if seldom(self.pick, 3) else []
            blank = [text(" ")] if seldom(self.pick, 8) else []
            self.say("assistant", [*self.lead(), *ahead, *blank, *self.between(), *calls])
            self.results(calls)
            self.follow()
        self.answer()

    def follow(self) -> None:
        """Perhaps more from the user behind the results."""
        more = one(self.pick, ("", "", "same", "next", "image"))
        if more == "same":
            self.messages[-1]["content"].append(text(words(self.pick)))
        elif more == "next":
            self.say("user", [text(words(self.pick))])
        elif more == "image":
            self.messages[-1]["content"].append(picture(self.pick, self.cloud))
        self.instruct()

    def native_call(self, name: str) -> tuple[Json, Json]:
        """A native call and its result; what it needs is declared."""
        if name == "mcp":
            self.fields["mcp_servers"] = [{"type": "url", "url": "https://example.com/mcp", "name": "docs"}]
            self.tools["mcp"] = {"type": "mcp_toolset", "mcp_server_name": "docs"}
            self.betas.add("mcp-client-2025-11-20")
            call = self.new_id("mcptoolu_")
            return mcp_call(call), mcp_result(call, one(self.pick, ("42", [text("42")])))
        self.tools[TOOLS[name]["name"]] = TOOLS[name]
        self.betas.add(BETAS.get(name, "extended-cache-ttl-2025-04-11"))
        call = self.new_id("srvtoolu_")
        used = {"type": "server_tool_use", "id": call, "name": name, "input": INPUTS[name]}
        return used, native_answer(self.pick, name, call)

    def natively(self) -> None:
        """An assistant turn with native pairs, and text."""
        blocks = self.lead()
        for _ in range(1 + self.pick(2)):
            if seldom(self.pick, 3):
                blocks.append(text(words(self.pick)))
            blocks += self.native_call(one(self.pick, self.natives))
            blocks += self.between()
        blocks.append(cited(self.pick) if seldom(self.pick) else text(words(self.pick)))
        cut = len(blocks) - self.pick(2)
        self.say("assistant", blocks[:cut])
        if blocks[cut:]:
            self.say("assistant", blocks[cut:])

    def late(self) -> None:
        """A native call whose result comes after the results of client calls beside it."""
        used, answer = self.native_call(one(self.pick, self.natives))
        calls = [self.call() for _ in range(1 + self.pick(2))]
        self.say("assistant", [*self.lead(), used, *calls])
        self.results(calls)
        self.say("assistant", [answer, text(words(self.pick))])

    def search_tools(self) -> None:
        """A search of tools that finds one, which is then called."""
        used, answer = self.native_call("tool_search_tool_regex")
        self.tools.setdefault("plain", tool("plain"))
        call = self.call("search")
        if self.platform == "api":
            self.tools["search"] = {**tool("search"), "defer_loading": True}
        self.say("assistant", [*self.lead(), used, answer, call])
        self.results([call])
        self.answer()

    # ---------------------------------------------------------------- ends

    def end_in_results(self) -> None:
        """The latest turn of the user answers client calls."""
        calls = [self.call() for _ in range(1 + self.pick(3))]
        self.say("assistant", [*self.lead(), *self.between(), *calls])
        self.results(calls)
        self.follow()

    def end_in_flight(self) -> None:
        """A native call waits beside client calls, whose results are all that follows."""
        used, _ = self.native_call(self._waiting())
        calls = [self.call() for _ in range(1 + self.pick(2))]
        order = [used, *calls] if seldom(self.pick, 2) else [*calls, used]
        self.say("assistant", [*self.lead(), text("One moment."), *order])
        self.results(calls)

    def end_programmatic(self) -> None:
        """Code that runs waits for the client calls that it made."""
        used, _ = self.native_call("code_execution")
        self.tools["code_execution"] = {"type": "code_execution_20260120", "name": "code_execution"}
        caller = {"type": "code_execution_20260120", "tool_id": used["id"]}
        calls = [self.call("run", caller=caller) for _ in range(1 + self.pick(2))]
        self.tools["run"] = {**tool("run"), "allowed_callers": ["code_execution_20260120"]}
        self.fields["container"] = "container_01AbC"
        self.say("assistant", [*self.lead(), text("One moment."), used, *calls])
        self.results(calls, plain=True)

    def end_paused(self) -> None:
        """The turn of the assistant was paused: its native call has no result yet."""
        used, _ = self.native_call(self._waiting())
        ahead = list(self.native_call(one(self.pick, self.natives))) if seldom(self.pick, 3) else []
        self.say("assistant", [*self.lead(), *ahead, used])

    def end_in_prefill(self) -> None:
        """The assistant's answer is begun."""
        self.say("assistant", [*(self.lead() if self.thinks == "enabled" else []), text("The answer is")])

    def _waiting(self) -> str:
        name = one(self.pick, [*self.natives, *(["tool_search_tool_regex"] if self.platform == "api" else [])])
        self.searching |= name == "tool_search_tool_regex"
        self.tools.setdefault("plain", tool("plain"))
        return name

    @property
    def turns(self) -> list[Callable[[], None]]:
        """What may answer a user turn."""
        more = [self.natively, self.late] if self.natives else []
        searches = self.facts is not None and bool(self.facts.tool_search) and self.platform in ("api", "bedrock")
        return [self.answer, self.loop, *more, *([self.search_tools] if searches else [])]

    @property
    def ends(self) -> list[Callable[[], None]]:
        """What may stand behind the last user turn."""
        found: list[Callable[[], None]] = [lambda: None, lambda: None, self.end_in_results]
        if self.natives:
            found += [self.end_in_flight, self.end_paused]
        if self.platform == "api" and self.facts is not None and self.facts.programmatic:
            found.append(self.end_programmatic)
        if self.facts is not None and self.facts.prefill:
            found.append(self.end_in_prefill)
        return found

    # ---------------------------------------------------------------- the request

    def written(self) -> Json:
        """The request around the messages."""
        request: Json = {"model": self.model, "max_tokens": 8192, "messages": self.messages, **self.fields}
        if self.cloud:
            version = "bedrock-2023-05-31" if self.platform == "bedrock" else "vertex-2023-10-16"
            request = {"anthropic_version": version, **request}
            del request["model"]
        if self.tools:
            request["tools"] = list(self.tools.values())
        settings: dict[str, Json] = {
            "enabled": {"type": "enabled", "budget_tokens": 2048},
            "adaptive": {"type": "adaptive"},
            "disabled": {"type": "disabled"},
        }
        if self.thinks:
            request["thinking"] = settings[self.thinks]
        request |= one(self.pick, ({}, {"system": "Be kind."}, {"system": [text("Be kind."), text("Be brief.")]}))
        if self.facts is not None and self.facts.sampling in ("free", "one") and self.thinks in ("", "disabled"):
            request |= one(self.pick, ({}, {"temperature": 0.5}, {"top_k": 40}))
        request |= one(self.pick, ({}, {"stop_sequences": ["END"]}, {"metadata": {"user_id": "u1"}, "stream": True}))
        return request


def write_history(pick: Pick) -> History:
    """A history out of choices."""
    platform, model = one(pick, PLACES)
    writer = Writer(pick, platform, model)
    if platform == "api" and seldom(pick, 8):
        writer.answer()
    for _ in range(pick(4)):
        writer.user()
        one(pick, writer.turns)()
    writer.user()
    one(pick, writer.ends)()
    request = writer.written()
    mark_some(pick, request, auto=platform == "api")
    betas = sorted({*writer.betas, "files-api-2025-04-14", "interleaved-thinking-2025-05-14"})
    known = platform == "api" and seldom(pick)
    target = Target(platform, model, betas if known else None, enforces_prefix=not seldom(pick))
    return History(request, target, writer.searching)


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Random histories that the API accepts."""
    return write_history(drawn(draw))
