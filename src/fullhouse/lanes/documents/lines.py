"""Words that were seen in a picture, put into lines: what stands side by side belongs together."""

from collections.abc import Iterable

SAME_LINE = 0.6  # of a line's height

Word = tuple[float, float, float, str]


def in_lines(words: Iterable[Word]) -> str:
    """Join what stands side by side; each piece comes with its top, its bottom and its left."""
    lines: list[list[Word]] = []
    for word in sorted(words):
        top, bottom, _, _ = word
        if lines and abs(lines[-1][0][0] - top) < SAME_LINE * (bottom - top):
            lines[-1].append(word)
        else:
            lines.append([word])
    return "\n".join(" ".join(text for *_, text in sorted(line, key=lambda one: one[2])) for line in lines)
