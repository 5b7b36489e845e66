import errno

from sendable.cli.faults import reason, unreadable, unwritable


def test_fault_is_told_without_its_number() -> None:
    assert reason(OSError(errno.ENOSPC, "No space left on device")) == "no space left on device"
    assert reason(ValueError("Embedded null byte")) == "embedded null byte"
    assert unreadable(OSError(errno.EISDIR, "Is a directory")) == "is a directory"
    assert unwritable(OSError(errno.EFBIG, "File too large")) == "cannot write standard output: file too large"


def test_closed_stream_is_named() -> None:
    fault = OSError(errno.EBADF, "Bad file descriptor")
    assert unreadable(fault) == "standard input is closed"
    assert unwritable(fault) == "standard output is closed"
