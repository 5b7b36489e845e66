"""The thinking and the effort that a request asks for."""

from sendable.wire.index import Index


def thinking_type(index: Index) -> str:
    """The `type` of the thinking that is asked for; "" when none is, or it has no shape."""
    setting = index.request.get("thinking")
    kind = setting.get("type") if isinstance(setting, dict) else None
    return kind if isinstance(kind, str) else ""


def effort_of(holder: object) -> str:
    """The effort in the `output_config` of a request or a message; "" when there is none."""
    config = holder.get("output_config") if isinstance(holder, dict) else None
    effort = config.get("effort") if isinstance(config, dict) else None
    return effort if isinstance(effort, str) else ""
