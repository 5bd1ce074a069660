"""Moves the clock of a Python program that a test starts: `--on-date` puts it on the path."""

import os
import time
from importlib import import_module

SECONDS = "CLOCK_MOVED_SECONDS"

if SECONDS in os.environ:
    there = time.time() + float(os.environ[SECONDS])
    import_module("time_machine").travel(there, tick=True).start()
