"""Limits that the child process sets itself before it opens a stranger's file."""

import os
from contextlib import suppress
from pathlib import Path

MB = 1024 * 1024
MOST_OPEN_FILES = 64
BEHIND_PAGES = 10
NEW_USER, NEW_NETWORK = 0x10000000, 0x40000000
NO_NEW_PRIVILEGES = 38
CAPABILITIES_VERSION = 0x20080522


def confine(memory_mb: int) -> None:
    """Give up memory, files, new rights and the network; what a system lacks is left out.

    Memory is what the process writes to; libraries map about as much again.
    """
    os.umask(0o777)
    _step_back()
    _leave_network()
    _limit(memory_mb * MB)


def _step_back() -> None:
    """Let pages go first, and be the first to go if memory runs out."""
    with suppress(OSError, AttributeError):
        os.nice(BEHIND_PAGES)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def _leave_network() -> None:
    """Gain no rights by running programs, and leave the network if the system lets us."""
    # Only the child needs it, and functions on AWS load this module at every cold start.
    import ctypes

    try:
        system = ctypes.CDLL(None)
        system.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        if system.unshare(NEW_USER | NEW_NETWORK) == 0:
            # A new user namespace comes with every right inside it.
            head = (ctypes.c_uint32 * 2)(CAPABILITIES_VERSION, 0)
            system.capset(head, (ctypes.c_uint32 * 6)())
    except (OSError, AttributeError, TypeError):
        return


def _limit(memory: int) -> None:
    """Limit memory and open files, and forbid writing; without `resource`, time is the limit."""
    try:
        import resource
    except ImportError:
        return
    limits = {
        resource.RLIMIT_DATA: memory,
        resource.RLIMIT_AS: 2 * memory,
        resource.RLIMIT_NOFILE: MOST_OPEN_FILES,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for limit, most in limits.items():
        resource.setrlimit(limit, (most, most))
