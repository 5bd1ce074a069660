"""What is said in one language, as data: the shape in which each tongue is written down.

A way of saying something is words with spaces between them. `<set>` is one of a named set, `!<set>` a word that begins
none of it, `word?` may be missing, `stem*` ends in any way, `*end` begins in any way, `#` is a number, `~` any word,
`...` is up to four words, `$` the end of the clause. A way that begins with `^` must begin the clause, or follow what
may lead to it: so it is about whoever wrote it.
"""

import msgspec


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """What is said in one language; all folded, as clauses are. In lists there are bars between the ways."""

    starts: dict[str, str]
    """What an elided start of a word stands for."""
    ends: dict[str, str]
    """What a contracted end of a word stands for."""
    respelt: str
    """How people spell, and what it stands for."""
    keys: str
    """Words that are known with a slip of the finger, too."""
    fillers: str
    """Said in passing: a way with one of these in it is still that way."""
    sets: dict[str, str]
    when: str
    """On which day: it does not matter where it stands."""
    leads: str
    """What may stand right before a way without making it someone else's."""
    links: str = ""
    """What may stand between the writer and a way."""
    own: str
    openers: str
    """A clause that begins so has no subject that the next one could share."""
    regrets: str
    cancels: str
    requests: str
    """Cancels that may be put as a question."""
    bare: str
    """Cancels so short that they count only in a mail that asks nothing."""
    hindrances: str
    """What keeps people from coming: with regret, or with a parting word, it cancels."""
    ties: str = ""
    """What may keep people from coming: with a parting word it cancels."""
    partings: str
    """Said to those who go without one."""
    farewells: str = ""
    """Said only by those who stay away: with regret, or with a parting word, it cancels."""
    absent: str
    """Somebody else does not come."""
    comes: str
    keeps: str
    """Whoever says so wants their seat, whatever else they say."""
    stops: str
    others: str
    """People that are not the writer."""
    doubts: str
    """Leaves open what stands in the same clause of it, or in a later one."""
    told: str
    """Over, or told by somebody: what stands in the same clause does not count."""
    unless: str
    """Leaves open what stands before it in its sentence."""
    holds: str = ""
    """Said anywhere in a mail, these leave its cancels open."""
    hearsay: str = ""
    """Behind these, what has no subject of its own is about somebody else."""
    acts: str = ""
    """What others do: what is joined to it is about them, unless its writer is named."""
    turns: str
    """Shortly before a way, these turn it around."""
    limits: str
    """Right behind a way, these mean something else than staying away."""
    after: str = ""
    """All that may stand right behind a cancel; anything, where none is listed."""
    later: str
    """Another time than this one."""
    asks: str
    """How a question begins, with or without its mark."""
    idle: str = ""
    """Questions that ask nothing."""
    behalf: str = ""
    """Written for somebody else: with what they do not do, it cancels."""
    theirs: str = ""
    """What somebody else does not do."""
    tags: str
    """A question about what was just said."""
    noes: str
    besides: str = ""
    """Said with a no that stands alone."""
    yeses: str
