"""A middleware for agents of LangChain, and the same for one chat model.

`ChatAnthropic` takes no HTTP client and no middleware of the SDK. What is given here is a copy of it whose clients have
the middleware, so that a request is repaired as it goes out: whatever LangChain made of its messages.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, Unpack

from langchain.agents.middleware import AgentMiddleware, ModelRequest
from langchain_anthropic import ChatAnthropic
from langchain_core.language_models import BaseChatModel

from sendable.clients.crossing import Options
from sendable.clients.middleware import Middleware

T = TypeVar("T")
Chat = TypeVar("Chat", bound=BaseChatModel)

_CLIENTS = ("_client", "_async_client")


def with_sendable(chat: ChatAnthropic, middleware: Middleware | None = None) -> ChatAnthropic:
    """A copy of a chat model whose requests pass sendable.

    Args:
        chat: the chat model.
        middleware: what they pass; one of its own by default.
    """
    between = middleware or Middleware()
    made = chat.model_copy()
    # Both are cached properties: what stands under their names is what the chat model sends with.
    made.__dict__.update({name: getattr(chat, name).with_middleware(between) for name in _CLIENTS})
    return made


class SendableMiddleware(AgentMiddleware):
    """Has the model calls of an agent pass sendable.

        create_agent("anthropic:claude-opus-4-8", tools=[...], middleware=[SendableMiddleware()])

    The messages in the state of the agent stay as they are. Models that are no `ChatAnthropic` are left alone.

    Args:
        mode: "repair", "check" or "observe".
        options: see `sendable.clients.crossing.Options`.

    Raises:
        UsageError: a name or a value that does not exist.
    """

    def __init__(self, mode: str = "repair", **options: Unpack[Options]) -> None:
        super().__init__()
        self._between = Middleware(mode, **options)
        self._last: tuple[BaseChatModel, BaseChatModel] | None = None

    def wrap_model_call(self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], T]) -> T:
        """Call the model through sendable."""
        return handler(self._through(request))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[T]]
    ) -> T:
        """Call the model through sendable."""
        return await handler(self._through(request))

    def _through(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        chat = request.model
        if not isinstance(chat, ChatAnthropic):
            return request
        last = self._last
        made = last[1] if last is not None and last[0] is chat else with_sendable(chat, self._between)
        self._last = (chat, made)
        return request.override(model=made)
