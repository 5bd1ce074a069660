"""The look of the house on guests' pages: a style sheet with its colour, and its logo."""

import msgspec
from starlette.requests import Request

from fullhouse.engine.brand import HOUSE, Brand
from fullhouse.kernel.accent import palette
from fullhouse.kernel.records import Get
from fullhouse.web.dependencies import dependencies

STYLE, LOGO = "/look.css", "/look/{digest}.png"


class PageLook(msgspec.Struct, frozen=True):
    """The paths of the style sheet and of the logo, each empty if there is none; its size."""

    style: str = ""
    logo: str = ""
    name: str = ""
    width: int = 0
    height: int = 0


NO_LOOK = PageLook()


def brand_of(request: Request) -> Brand | None:
    """Return the look of the house; None without one, or where none is kept."""
    found = dependencies(request)
    return found.engine.load(Get(Brand, (HOUSE,))) if found.keeps_brand else None


def page_look(request: Request) -> PageLook:
    """Return what a guest's page shows of the look of the house."""
    brand = brand_of(request)
    if brand is None:
        return NO_LOOK
    return PageLook(
        f"{STYLE}?v={brand.accent[1:]}" if brand.accent else "",
        LOGO.format(digest=brand.logo) if brand.logo else "",
        brand.name,
        brand.width // 2,
        brand.height // 2,
    )


def style_sheet(accent: str) -> str:
    """Return the style sheet that puts a colour in place of ours, by day and by night."""
    made = palette(accent)
    day = _rule(made.link, made.button, made.pressed)
    night = _rule(made.night_link, made.night_button, made.night_pressed)
    return f"{day}\n@media (prefers-color-scheme: dark) {{ {night} }}\n"


def _rule(link: str, button: str, pressed: str) -> str:
    return f":root {{ --curtain: {link}; --button: {button}; --button-down: {pressed}; }}"
