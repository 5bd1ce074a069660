"""The new text of a reply: what its writer typed, without the mail they answer, their signature and our own lines.

Line by line, in one pass; no pattern is tried on more than one short line.
"""

import re
from collections.abc import Collection

LONGEST_TEXT = 64 * 1024
MOST_LINES = 1500
LONGEST_LINE = 500
LONGEST_ATTRIBUTION = 4
FEWEST_OURS = 3
SHORTEST_OURS = 4
BREAK = "\0"

# "On Monday Ada wrote:", which mail programs break over several lines.
ATTRIBUTION_STARTS = re.compile(
    r"(on|am|le|el|il|op|den|em) .|.{3,120}\d.{0,80}(<|@)", re.IGNORECASE
)
ATTRIBUTION_ENDS = re.compile(
    r"(wrote|schrieb( .{1,120})?|a écrit|escribió|ha scritto|schreef|escreveu)\s?:$", re.IGNORECASE
)
SEPARATOR = re.compile(
    r"[-_ *]{0,40}(original message|original appointment|ursprüngliche nachricht|originalnachricht"
    r"|message d'origine|message original|mensaje original|forwarded message|weitergeleitete"
    r" nachricht|message transféré|mensaje reenviado|begin forwarded message)[-_ *:]{0,40}",
    re.IGNORECASE,
)
RULE = re.compile(r"_{10,200}|-{10,200}")
HEAD_LINE = re.compile(
    r"\*?(from|von|de|desde|expéditeur|date|datum|fecha)\s?:\*?\s.*", re.IGNORECASE
)
NEXT_HEAD_LINE = re.compile(
    r"\*?(sent|gesendet|envoyé|enviado|date|datum|fecha|to|an|à|para|subject|betreff|objet"
    r"|asunto)\s?:.*",
    re.IGNORECASE,
)
FROM_A_PHONE = re.compile(
    r"(sent from (my|mail|outlook|yahoo|proton)|get outlook for|von meinem .{1,30} gesendet"
    r"|gesendet mit|von .{1,30} gesendet|envoyé (de|depuis) (mon|ma)|enviado desde mi|enviado con"
    r"|obtener outlook|télécharger outlook|outlook für (ios|android))",
    re.IGNORECASE,
)


def new_text(text: str, ours: Collection[str] = ()) -> str:
    """Return what is new in a reply; `ours` are the lines of our own mails to its writer, as `plain` makes them."""
    lines = _lines(text)
    end = _end(lines)
    kept = [line for line in lines[:end] if not line.lstrip().startswith((">", "|"))]
    if not any(line.strip() for line in kept):
        kept = _below_the_quote(lines[end:])
    return "\n".join(_without_ours(kept, ours)).strip()


def text_outside_top(text: str, ours: Collection[str] = ()) -> list[str]:
    """Return each piece that was typed between or below the lines of another mail, wherever there is nothing above."""
    lines = _lines(text)
    marked = (BREAK if _is_of_another(lines, at, ours) else line for at, line in enumerate(lines))
    return [piece.strip() for piece in "\n".join(marked).split(BREAK) if piece.strip()]


def _is_of_another(lines: list[str], at: int, ours: Collection[str]) -> bool:
    """Whether a line is quoted, or belongs to the head of another mail, or is one of ours."""
    line = lines[at].strip()
    if line.startswith((">", "|")) or plain(line) in ours:
        return True
    return bool(line) and (bool(NEXT_HEAD_LINE.fullmatch(line)) or _ends_here(lines, at))


def _below_the_quote(lines: list[str]) -> list[str]:
    """Return what was typed below the mail that it answers, if that is marked as quoted to its end."""
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
    rest = below[: _end(below)]
    return [] if any(line.startswith((">", "|")) for line in below) else rest


def plain(line: str) -> str:
    """Bring a line to the form in which it is compared with ours: quote marks, case and spaces don't matter."""
    return " ".join(line.lstrip("> |*").rstrip("*").casefold().split())


def own_footer_lines(*texts: str) -> frozenset[str]:
    """Gather the lines of our own mails."""
    lines = (plain(line) for text in texts for line in text.split("\n"))
    return frozenset(line for line in lines if len(line) >= SHORTEST_OURS)


def _lines(text: str) -> list[str]:
    return [
        _line(line)
        for line in text[:LONGEST_TEXT].replace("\r", "").split("\n", MOST_LINES)[:MOST_LINES]
    ]


def _line(line: str) -> str:
    return line[:LONGEST_LINE].replace("\xa0", " ").rstrip() if line.strip() != "--" else "--"


def _end(lines: list[str]) -> int:
    return next((at for at in range(len(lines)) if _ends_here(lines, at)), len(lines))


def _ends_here(lines: list[str], at: int) -> bool:
    line = lines[at].strip()
    if not line:
        return False
    if line == "--" or SEPARATOR.fullmatch(line) or FROM_A_PHONE.match(line):
        return True
    if RULE.fullmatch(line) or HEAD_LINE.fullmatch(line):
        return _is_head(lines, at)
    return _is_attribution(lines, at)


def _is_head(lines: list[str], at: int) -> bool:
    """Whether the copied head of another mail begins here: two lines of one, close together."""
    near = [line.strip() for line in lines[at : at + 6] if line.strip()]
    heads = [line for line in near if HEAD_LINE.fullmatch(line) or NEXT_HEAD_LINE.fullmatch(line)]
    return len(heads) > 1


def _is_attribution(lines: list[str], at: int) -> bool:
    first = lines[at].strip()
    if ATTRIBUTION_ENDS.search(first) and len(first) > len("x wrote: "):
        return bool(ATTRIBUTION_STARTS.match(first)) or _is_quoted_next(lines, at)
    if not ATTRIBUTION_STARTS.match(first):
        return False
    near = [line.strip() for line in lines[at : at + LONGEST_ATTRIBUTION]]
    near = near[: near.index("")] if "" in near else near
    end = next(
        (end for end in range(2, len(near) + 1) if ATTRIBUTION_ENDS.search(" ".join(near[:end]))), 0
    )
    # "On Friday I can't come", and right below it "On Monday Ada wrote:", is an answer and an attribution.
    return end > 0 and not any(_is_attribution(lines, at + later) for later in range(1, end))


def _is_quoted_next(lines: list[str], at: int) -> bool:
    return any(line.lstrip().startswith(">") for line in lines[at + 1 : at + 4])


def _without_ours(lines: list[str], ours: Collection[str]) -> list[str]:
    """Leave out our own lines, if there are so many of them that our mail was quoted without a mark."""
    known = [plain(line) in ours for line in lines] if ours else []
    if sum(known) < FEWEST_OURS:
        return lines
    return [line for line, is_ours in zip(lines, known, strict=True) if not is_ours]
