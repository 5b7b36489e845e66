"""`sendable serve`: a gateway in front of the API, for every client that lets one set its address."""

import logging
import sys
from pathlib import Path

import click

from sendable.cli.command import Command
from sendable.targets import PLATFORMS


@click.command(cls=Command)
@click.option("--upstream", required=True, metavar="URL", help="The API, such as https://api.anthropic.com.")
@click.option("--listen", default="127.0.0.1:8787", show_default=True, help="HOST:PORT; port 0 takes a free one.")
@click.option(
    "--mode",
    type=click.Choice(["repair", "check", "observe"]),
    default="repair",
    show_default=True,
    help="Repair what would be refused, refuse it here, or only report it.",
)
@click.option(
    "--platform", type=click.Choice(PLATFORMS), default="api", show_default=True, help="What /v1/messages stands for."
)
@click.option(
    "--max-loss",
    type=click.Choice(("keeps", "demotes", "drops")),
    default="drops",
    show_default=True,
    help="The most that a change may cost: nothing; another form, such as a call told as text; a part that goes.",
)
@click.option("--no-invent", is_flag=True, help="Put in nothing that nobody said, such as a result for a lost one.")
@click.option("--keep-orphans", is_flag=True, help="Tell a result without its call as text instead of dropping it.")
@click.option("--keep-tool-search", is_flag=True, help="Leave a tool search that is in flight where it is.")
@click.option("--ledger", metavar="STORE", help="sqlite:PATH, redis://… or memory: what is remembered of thinking.")
@click.option("--report", metavar="DIR|-", help="Write a line of JSON a request into this folder, or to the output.")
@click.option(
    "--learn", type=click.Path(path_type=Path), help="Keep the shape of what the API refused all the same here."
)
@click.option("--fail-closed", is_flag=True, help="Answer 500 where sendable fails, instead of sending as it came.")
@click.option("--old-account", is_flag=True, help="The account is older than 2026-08-31: thinking is not bound.")
@click.option("--expand-content-blocks", is_flag=True, help="Expand the envelope in the text of tool results.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="How many processes serve.")
@click.option("--max-body", default="33MB", show_default=True, help="Largest body that is looked at.")
@click.option("--max-header", default="64KiB", show_default=True, help="Largest head of a request.")
@click.option(
    "--concurrency", type=click.IntRange(1), default=1000, show_default=True, help="Requests at a time, a worker."
)
@click.option(
    "--timeout", type=click.FloatRange(0.1), default=600, show_default=True, help="Seconds of silence that are borne."
)
@click.option(
    "--connect-timeout", type=click.FloatRange(0.1), default=10, show_default=True, help="Seconds to reach the API."
)
@click.option(
    "--judge-timeout", type=click.FloatRange(0.1), default=10, show_default=True, help="Seconds to judge a request."
)
@click.option(
    "--idle-timeout", type=click.FloatRange(0.1), default=120, show_default=True, help="Seconds of an idle connection."
)
@click.option(
    "--grace", type=click.FloatRange(0), default=30, show_default=True, help="Seconds for running requests at the end."
)
@click.option("--environment-proxy", is_flag=True, help="Reach the API through the proxy that HTTPS_PROXY names.")
@click.option("--quiet", is_flag=True, help="Log no line a request.")
def serve(
    listen: str, old_account: bool, no_invent: bool, max_body: str, max_header: str, quiet: bool, **more: object
) -> None:
    """Serve a gateway that repairs each request on its way to the API.

    All else passes as it came, answers and streams among it.

    It prints its address when it is ready, and runs until Ctrl-C or SIGTERM; running requests are finished first. A
    second signal cuts them.

    \b
    Examples:
      sendable serve --upstream https://api.anthropic.com
      ANTHROPIC_BASE_URL=http://127.0.0.1:8787 claude
    """
    from sendable.errors import UsageError

    try:
        from sendable.gateway.options import Options, bytes_of, listen_of
        from sendable.gateway.workers import serve as serve_all
    except ImportError:
        raise UsageError("the gateway needs its extra: in a clone of sendable, pip install '.[gateway]'") from None

    host, port = listen_of(listen)
    options = Options(
        host=host,
        port=port,
        enforces_prefix=not old_account,
        invent=not no_invent,
        max_body=bytes_of(max_body),
        max_header=bytes_of(max_header),
        **more,  # type: ignore[arg-type]
    )
    _log_to_stderr(logging.WARNING if quiet else logging.INFO)
    serve_all(options, _tell)


def _log_to_stderr(level: int) -> None:
    """Only the gateway's own lines: those of libraries may hold addresses or content."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logging.getLogger("sendable").addHandler(logging.NullHandler())
    own = logging.getLogger("sendable.gateway")
    own.addHandler(lines)
    own.setLevel(level)
    own.propagate = False


def _tell(address: str) -> None:
    sys.stdout.write(f"{address}\n")
    sys.stdout.flush()
