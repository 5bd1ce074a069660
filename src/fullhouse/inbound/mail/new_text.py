"""The new text of a reply, without the quoted mail, the signature and our own lines.

Line by line, in one pass; no pattern is tried on more than one short line.
"""

import re
from collections.abc import Collection, Iterator

from fullhouse.kernel.patterns import regex

LONGEST_TEXT = 64 * 1024
MOST_LINES = 1500
LONGEST_LINE = 500
LONGEST_ATTRIBUTION = 4
FEWEST_OURS = 3
SHORTEST_OURS = 4
BREAK = "\0"

# "On Monday Ada wrote:", which mail programs break over several lines.
ATTRIBUTION_STARTS = regex(r"(on|am|le|el|il|op|den|em) .|.{3,120}\d.{0,80}(<|@)", re.IGNORECASE)
ATTRIBUTION_ENDS = regex(
    r"(wrote|schrieb( .{1,120})?|a écrit|escribió|ha scritto|schreef|escreveu)\s?:$", re.IGNORECASE
)
SEPARATOR = regex(
    r"[-_ *]{0,40}(original message|original appointment|ursprüngliche nachricht|originalnachricht"
    r"|message d'origine|message original|mensaje original|forwarded message|weitergeleitete"
    r" nachricht|message transféré|mensaje reenviado|begin forwarded message)[-_ *:]{0,40}",
    re.IGNORECASE,
)
RULE = regex(r"_{10,200}|-{10,200}")
HEAD_LINE = regex(r"\*?(from|von|de|desde|expéditeur|date|datum|fecha)\s?:\*?\s.*", re.IGNORECASE)
NEXT_HEAD_LINE = regex(
    r"\*?(sent|gesendet|envoyé|enviado|date|datum|fecha|to|an|à|para|subject|betreff|objet"
    r"|asunto)\s?:.*",
    re.IGNORECASE,
)
FROM_A_PHONE = regex(
    r"(sent from (my|mail|outlook|yahoo|proton)|get outlook for|von meinem .{1,30} gesendet"
    r"|gesendet mit|von .{1,30} gesendet|envoyé (de|depuis) (mon|ma)|enviado desde mi|enviado con"
    r"|obtener outlook|télécharger outlook|outlook für (ios|android))",
    re.IGNORECASE,
)
# What a house puts below each of its mails: how to reach it, and that mails are confidential.
FOOTER = regex(
    r"(?:t|m|f|tel|tél|telefon|teléfono|téléphone|phone|mobile|mobil|móvil|mob|fon|fax|e-?mail|mail"
    r"|web)\b[.:]? ?[+(]?\d[\d ()/.+-]{4,40}(?:$|[|·,])|(?:https?://|www\.)\S{1,100}$"
    r"|.{0,120}\b(?:confidential|confidencial|confidentiel|vertraulich|intended recipient"
    r"|consider the environment|avant d'imprimer|antes de imprimir|medio ambiente"
    r"|(?:vor dem|bevor sie) .{0,30}(?:aus)?druck)",
    re.IGNORECASE,
)


def new_text(text: str, ours: Collection[str] = ()) -> str:
    """Return the new text of a reply; `ours` are lines of our mails, in the form of `plain`."""
    lines = _lines(text)
    end = _end(lines)
    kept = [line for line in lines[:end] if not line.lstrip().startswith((">", "|"))]
    if not any(line.strip() for line in kept):
        kept = _below_the_quote(lines[end:])
    return "\n".join(_without_ours(kept, ours)).strip()


def without_footer(text: str) -> str:
    """Return a text without the lines that a house puts below each of its mails."""
    first, *others = text.split("\n")
    return "\n".join((first, *(line for line in others if not FOOTER.match(line.strip()))))


def text_outside_top(text: str, ours: Collection[str] = ()) -> list[str]:
    """Return each piece typed between or below the lines of another mail."""
    lines = _lines(text)
    marked = [
        BREAK if ends or _is_of_another(line, ours) else line
        for line, ends in zip(lines, _ends(lines), strict=True)
    ]
    return [piece.strip() for piece in "\n".join(marked).split(BREAK) if piece.strip()]


def _is_of_another(text: str, ours: Collection[str]) -> bool:
    """Return True if a line is quoted, is one of ours or belongs to another mail's head."""
    line = text.strip()
    if line.startswith((">", "|")) or plain(line) in ours:
        return True
    return bool(NEXT_HEAD_LINE.fullmatch(line))


def _below_the_quote(lines: list[str]) -> list[str]:
    """Return the text below the answered mail, if every line of that is marked as quoted."""
    first = next(
        (at for at, line in enumerate(lines[: LONGEST_ATTRIBUTION + 1]) if line.startswith(">")),
        None,
    )
    if first is None:
        return []
    last = next(
        (at for at in range(first, len(lines)) if lines[at] and not lines[at].startswith(">")),
        len(lines),
    )
    below = lines[last:]
    if any(line.startswith((">", "|")) for line in below):
        return []
    return below[: _end(below)]


def plain(line: str) -> str:
    """Return a line for comparison with ours: without quote marks, case and extra spaces."""
    return " ".join(line.lstrip("> |*").rstrip("*").casefold().split())


def own_footer_lines(*texts: str) -> frozenset[str]:
    """Return the lines of our own mails, in the form of `plain`."""
    lines = (plain(line) for text in texts for line in text.split("\n"))
    return frozenset(line for line in lines if len(line) >= SHORTEST_OURS)


def _lines(text: str) -> list[str]:
    return [
        _line(line)
        for line in text[:LONGEST_TEXT].replace("\r", "").split("\n", MOST_LINES)[:MOST_LINES]
    ]


def _line(line: str) -> str:
    if line.strip() == "--":
        return "--"
    return line[:LONGEST_LINE].replace("\xa0", " ").rstrip()


def _end(lines: list[str]) -> int:
    return next((at for at, ends in enumerate(_ends(lines)) if ends), len(lines))


def _ends(lines: list[str]) -> Iterator[bool]:
    """Return for each line whether the new text ends above it."""
    attributions = _attributions(lines)
    return (_ends_here(lines, at, attributions) for at in range(len(lines)))


def _ends_here(lines: list[str], at: int, attributions: list[bool]) -> bool:
    line = lines[at].strip()
    if line == "--" or SEPARATOR.fullmatch(line) or FROM_A_PHONE.match(line):
        return True
    if RULE.fullmatch(line) or HEAD_LINE.fullmatch(line):
        return _is_head(lines, at)
    return attributions[at]


def _is_head(lines: list[str], at: int) -> bool:
    """Return True if another mail's copied head begins here: two of its lines, close together."""
    near = [line.strip() for line in lines[at : at + 6] if line.strip()]
    heads = [line for line in near if HEAD_LINE.fullmatch(line) or NEXT_HEAD_LINE.fullmatch(line)]
    return len(heads) > 1


def _attributions(lines: list[str]) -> list[bool]:
    """Return for each line whether an attribution begins there.

    From the bottom up, because a line depends on those below it.
    """
    begins = [False] * len(lines)
    for at in reversed(range(len(lines))):
        begins[at] = _is_attribution(lines, at, begins)
    return begins


def _is_attribution(lines: list[str], at: int, begins: list[bool]) -> bool:
    """Return True if an attribution begins here; `begins` knows the lines below."""
    first = lines[at].strip()
    starts = bool(ATTRIBUTION_STARTS.match(first))
    if ATTRIBUTION_ENDS.search(first) and len(first) > len("x wrote: "):
        return starts or _is_quoted_next(lines, at)
    end = _end_of_attribution(lines, at) if starts else 0
    # "On Friday I can't come" right above "On Monday Ada wrote:" is an answer.
    return end > 0 and not any(begins[at + 1 : at + end])


def _end_of_attribution(lines: list[str], at: int) -> int:
    """Return the number of lines of an attribution broken over several lines; 0 if it is none."""
    near: list[str] = []
    for line in lines[at : at + LONGEST_ATTRIBUTION]:
        if not line.strip():
            break
        near.append(line.strip())
        if len(near) > 1 and ATTRIBUTION_ENDS.search(" ".join(near)):
            return len(near)
    return 0


def _is_quoted_next(lines: list[str], at: int) -> bool:
    return any(line.lstrip().startswith(">") for line in lines[at + 1 : at + 4])


def _without_ours(lines: list[str], ours: Collection[str]) -> list[str]:
    """Leave out our own lines, if so many show that our mail was quoted without marks."""
    known = [plain(line) in ours for line in lines] if ours else []
    if sum(known) < FEWEST_OURS:
        return lines
    return [line for line, is_ours in zip(lines, known, strict=True) if not is_ours]
