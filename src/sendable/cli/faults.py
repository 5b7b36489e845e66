"""Faults of the system, such as a full disk, in a few words."""

import errno


def reason(fault: OSError | ValueError) -> str:
    """What went wrong, without the number and the name of the file."""
    words = getattr(fault, "strerror", None) or str(fault)
    return words[:1].lower() + words[1:]


def unreadable(fault: OSError | ValueError) -> str:
    """What is said of an input that could not be read."""
    return "standard input is closed" if _is_closed(fault) else reason(fault)


def unwritable(fault: OSError) -> str:
    """What is said when an answer could not be written; files are told with their name where they are opened."""
    return "standard output is closed" if _is_closed(fault) else f"cannot write standard output: {reason(fault)}"


def _is_closed(fault: OSError | ValueError) -> bool:
    return isinstance(fault, OSError) and fault.errno == errno.EBADF
