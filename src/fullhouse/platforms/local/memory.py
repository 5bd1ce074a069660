"""Settings of the process, for a server that handles large mails beside its pages."""

import ctypes
import sys

# The number by which the C library knows the setting.
MMAP_THRESHOLD = -3
LARGE_BLOCK = 256 * 1024
SWITCH_SECONDS = 0.0002


def prepare_for_large_mails() -> None:
    """Give the memory of large mails back when they are done, and let pages cut in sooner.

    Without a fixed limit, the C library keeps more and more large blocks. And a page waits for the
    threads that read mails at each of its queries.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE_BLOCK)
    except (OSError, AttributeError, TypeError):
        return
