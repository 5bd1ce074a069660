"""Prints how well the mails of the corpus are read; with `--notes`, also the errors.

Run as `python -m tests.corpus`. Errors in the unseen part are never listed: rules could be tuned to
them.
"""

import sys
from typing import get_args

from tests.corpus.sample import Part
from tests.corpus.scoring import score


def main() -> None:
    """Print one table for each part."""
    for part in get_args(Part):
        tally = score(part)
        sys.stdout.write(f"{part}\n{tally.table}\n")
        if part == "seen" and "--notes" in sys.argv:
            sys.stdout.write("".join(f"    {note}\n" for note in tally.notes))


if __name__ == "__main__":
    main()
