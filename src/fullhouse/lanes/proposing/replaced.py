"""A day or a time that another has taken the place of: "the one on Tuesday is now on Friday"."""

import re
from collections.abc import Collection

REPLACED_NEAR, LONGEST = 60, 200
BREAK = re.compile(r"\n|[!?;]|(?<!\d)(?<!\.m)\. ")
MOVED = re.compile(
    r"(?<!\w)(?:(?:is|are|has been|was|been|got|gets) (?:now|moved|changed|rescheduled|switched|postponed)|replaced by"
    r"|(?:verschoben|verlegt|umgelegt|geandert|umgebucht) auf|ersetzt durch|jetzt (?:am|um)|stattdessen"
    r"|(?:remplacee?|deplacee?|reportee?|decalee?|avancee?|changee?) (?:par|au|a|pour)|desormais|a la place"
    r"|(?:cambiad|pasad|movid|aplazad|trasladad|sustituid|reemplazad)[oa] (?:al?|por|para)|ahora (?:es|el|a)"
    r"|se (?:pasa|cambia|mueve) (?:al?|para))(?!\w)"
)
# The same said with one word, which stands right before what counts.
NOW = re.compile(r"(?<!\w)(?:now|jetzt|nun|neu|ahora|maintenant|sondern|sino|but rather|mais plutot)(?!\w)")
REPLACED_BESIDE = 15


def replaced(small: str, places: Collection[int]) -> frozenset[int]:
    """Say which of some places stand before such words, where another stands behind them in the same sentence."""
    gone: set[int] = set()
    for found, near in [
        *((one, REPLACED_NEAR) for one in MOVED.finditer(small)),
        *((one, REPLACED_BESIDE) for one in NOW.finditer(small)),
    ]:
        behind = [at for at in places if found.end() <= at <= found.end() + near]
        if any(not BREAK.search(small, found.end(), at) for at in behind):
            start = found.start()
            gone |= {at for at in places if start - LONGEST <= at < start and not BREAK.search(small, at, start)}
    return frozenset(gone)
