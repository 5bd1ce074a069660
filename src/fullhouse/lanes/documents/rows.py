"""Rows of cells as lines that read like text: `Name: Anna`."""

from collections.abc import Iterable, Sequence

A_PAIR = 2


def text_of_rows(rows: Iterable[Sequence[str]]) -> str:
    """Write pairs as `this: that`, and what stands below headings as `heading: cell`; anything else side by side."""
    told = [[" ".join(cell.split()) for cell in row] for row in rows]
    told = [row for row in told if any(row)]
    if not told or max(len(row) for row in told) <= A_PAIR:
        return "\n".join(_pair(row) for row in told)
    heads, *below = told
    if not below or not all(heads) or any(one.isdigit() for head in heads for one in head):
        return "\n".join(" | ".join(filter(None, row)) for row in told)
    return "\n\n".join(_under(heads, row) for row in below)


def _pair(row: list[str]) -> str:
    first, *rest = [cell for cell in row if cell]
    return f"{first.rstrip(':')}: {rest[0]}" if rest else first


def _under(heads: list[str], row: list[str]) -> str:
    return "\n".join(f"{head.rstrip(':')}: {cell}" for head, cell in zip(heads, row, strict=False) if cell)
