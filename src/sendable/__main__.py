"""`python -m sendable` is the command `sendable`."""

from sendable.cli.main import main

main()
