"""`sendable emulate`: a local Messages API that refuses what the real one refuses."""

import signal
import sys
from contextlib import suppress
from pathlib import Path

import click

from sendable.cli.command import Command
from sendable.targets import PLATFORMS


@click.command(cls=Command)
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default=True, help="Port; 0 takes a free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--script", "script", type=click.Path(path_type=Path), help="What to answer: YAML, JSON or Python.")
@click.option(
    "--platform", type=click.Choice(PLATFORMS), default="api", show_default=True, help="What /v1/messages stands for."
)
@click.option(
    "--enforce-prefix/--old-account",
    "enforces_prefix",
    default=True,
    help="Whether the account is one from 2026-08-31 on, whose thinking is held to what precedes it.",
)
@click.option("--strict-signatures", is_flag=True, help="Refuse thinking that this emulator did not make.")
@click.option("--strict-unknown", is_flag=True, help="Refuse names that stand in no type of the official SDK.")
@click.option("--record", "folder", type=click.Path(path_type=Path), help="Write every exchange into this folder.")
def emulate(
    port: int,
    host: str,
    script: Path | None,
    platform: str,
    enforces_prefix: bool,
    strict_signatures: bool,
    strict_unknown: bool,
    folder: Path | None,
) -> None:
    """Serve a local Messages API that holds every request against the contract and the prefix check.

    It prints its address when it is ready, and runs until Ctrl-C. Any key will do.

    \b
    Examples:
      sendable emulate --port 8787
      sendable emulate --script answers.yaml --record exchanges/
    """
    from sendable.emulator.app import App
    from sendable.emulator.emulator import Emulator, Options
    from sendable.emulator.recording import Recorder
    from sendable.emulator.script_files import load_script
    from sendable.emulator.server import Server

    options = Options(
        platform=platform,
        enforces_prefix=enforces_prefix,
        strict_signatures=strict_signatures,
        strict_unknown=strict_unknown,
    )
    answers = load_script(script) if script is not None else None
    recorder = Recorder(folder, platform) if folder is not None else None
    untold: list[OSError] = []

    def tell(address: str) -> None:
        try:
            sys.stdout.write(f"{address}\n")
            sys.stdout.flush()
        except OSError as fault:
            untold.append(fault)
            signal.raise_signal(signal.SIGINT)

    server = Server(App(Emulator(options, answers, keeps=0, on_exchange=recorder)), host, port, tell)
    # Ctrl-C is how it is meant to end.
    with suppress(KeyboardInterrupt):
        server.run()
    if untold:
        raise untold[0]
