"""Accent colours that can be read: a colour made darker or lighter until its contrast suffices.

Hue and saturation stay; only the lightness changes. Contrast is that of WCAG 2.2.
"""

import colorsys
import re
from functools import lru_cache
from itertools import count

import msgspec

from fullhouse.kernel.patterns import regex

HEX = regex(r"#?([0-9a-fA-F]{6}|[0-9a-fA-F]{3})", re.ASCII)
# Of text; and of what only has to be seen, such as a button.
READABLE, VISIBLE = 4.5, 3.0
WHITE = "#ffffff"
# The darkest paper by day and the lightest by night, of pages and of emails.
DAY, NIGHT = "#f4efe7", "#221c19"
STEPS = 255
PRESSED = 0.78
NEARLY_BLACK = 0.04045

Colour = tuple[float, float, float]


class Palette(msgspec.Struct, frozen=True):
    """What becomes of one colour: for links and buttons, by day and by night.

    White text can be read on each button, and on it while it is pressed.
    """

    link: str
    button: str
    pressed: str
    night_link: str
    night_button: str
    night_pressed: str


def read_colour(typed: str) -> str:
    """Return a colour as `#rrggbb`, or an empty text if it is none."""
    found = HEX.fullmatch(typed.strip())
    if found is None:
        return ""
    digits = found[1].lower()
    if len(digits) < len("rrggbb"):
        digits = "".join(digit * 2 for digit in digits)
    return f"#{digits}"


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=8)
def palette(accent: str) -> Palette:
    """Return a colour as it can be read everywhere."""
    link = _toned(accent, below=_limit(DAY, READABLE))
    above = (_luminance(NIGHT) + 0.05) * VISIBLE - 0.05
    night_button = _toned(accent, above=above, below=_limit(WHITE, READABLE))
    return Palette(
        link=link,
        button=link,
        pressed=_pressed(link),
        night_link=_toned(accent, above=(_luminance(NIGHT) + 0.05) * READABLE - 0.05),
        night_button=night_button,
        night_pressed=_pressed(night_button),
    )


def _limit(paper: str, least: float) -> float:
    """Return the highest luminance of what can be read on light paper."""
    return (_luminance(paper) + 0.05) / least - 0.05


def _toned(colour: str, *, above: float = 0.0, below: float = 1.0) -> str:
    """Return the colour, or the one next to it in lightness whose luminance is in the range."""
    if above <= _luminance(colour) <= below:
        return colour
    hue, lightness, saturation = colorsys.rgb_to_hls(*_parts(colour))
    step = (-1 if _luminance(colour) > below else 1) / STEPS
    toned = (
        _hex(colorsys.hls_to_rgb(hue, min(max(lightness + number * step, 0.0), 1.0), saturation))
        for number in count(1)
    )
    return next(found for found in toned if above <= _luminance(found) <= below)


def _pressed(colour: str) -> str:
    red, green, blue = _parts(colour)
    return _hex((red * PRESSED, green * PRESSED, blue * PRESSED))


def _luminance(colour: str) -> float:
    red, green, blue = map(_linear, _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    """Return how much light a part of a colour is, by the formula of sRGB."""
    return part / 12.92 if part <= NEARLY_BLACK else ((part + 0.055) / 1.055) ** 2.4


def _parts(colour: str) -> Colour:
    red, green, blue = bytes.fromhex(colour[1:])
    return red / 255, green / 255, blue / 255


def _hex(parts: Colour) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
