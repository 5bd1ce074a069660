"""The look of the house on guests' pages and in their emails: its name, logo and accent colour."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, ClassVar

import msgspec

from fullhouse.engine.access import DESK, once
from fullhouse.kernel.accent import palette
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.letters import LetterLook
from fullhouse.kernel.product import Rule
from fullhouse.kernel.records import Get, Needs, Record

HOUSE = "house"
LONGEST_NAME = 100
# In pixels, and in bytes: each email carries it.
LOGO_WIDTH, LOGO_HEIGHT = 480, 160
LARGEST_LOGO = 60_000


class Brand(Record, frozen=True, kw_only=True):
    """The look of the house. `logo` is the digest of its file; each may be empty."""

    kind_name: ClassVar[str] = "brand"

    id: str = HOUSE
    name: str = ""
    accent: str = ""
    logo: str = ""
    width: int = 0
    height: int = 0
    rev: int = 0


class BrandLogo(Record, frozen=True, kw_only=True):
    """The logo as PNG; empty once it was removed."""

    kind_name: ClassVar[str] = "brand_logo"

    id: str = HOUSE
    digest: str
    content: bytes
    rev: int = 0


class SetBrand(Command, frozen=True, kw_only=True, tag="SetBrand"):
    """Give the house a name and an accent colour; empty ones are removed."""

    name: str = ""
    accent: str = ""


class SetLogo(Command, frozen=True, kw_only=True, tag="SetLogo"):
    """Give the house a logo; without content, remove it."""

    digest: str = ""
    width: int = 0
    height: int = 0
    content: bytes = b""


def _needs(_command: Command) -> Needs:
    return {"brand": Get(Brand, (HOUSE,)), "logo": Get(BrandLogo, (HOUSE,))}


def _set_brand(found: dict[str, Any], command: SetBrand, _now: datetime) -> Decision:
    return _decided(found["brand"], {"name": command.name, "accent": command.accent})


def _set_logo(found: dict[str, Any], command: SetLogo, _now: datetime) -> Decision:
    sets = {"logo": command.digest, "width": command.width, "height": command.height}
    decision = _decided(found["brand"], sets)
    if decision.answer == "unchanged":
        return decision
    stored: BrandLogo | None = found["logo"]
    file = _changed_file(stored, command)
    return msgspec.structs.replace(decision, moves=(file,))


def _decided(stored: Brand | None, sets: dict[str, Any]) -> Decision:
    brand = stored or Brand()
    if all(getattr(brand, name) == value for name, value in sets.items()):
        return Decision("unchanged")
    change: Change[Brand]
    if stored is None:
        change = create(msgspec.structs.replace(brand, **sets))
    else:
        change = update(stored, *if_unchanged(stored, "rev"), adds={"rev": 1}, **sets)
    return Decision("changed", steps=(Step(DESK, "brand_changed", HOUSE, (change,)),))


def _changed_file(stored: BrandLogo | None, command: SetLogo) -> Change[BrandLogo]:
    if stored is None:
        return create(BrandLogo(digest=command.digest, content=command.content))
    guards = if_unchanged(stored, "rev")
    sets = {"digest": command.digest, "content": command.content}
    return update(stored, *guards, adds={"rev": 1}, **sets)


def letter_look(load: Callable[[Get[Any]], Any]) -> LetterLook | None:
    """Return the look of the house for emails."""
    brand: Brand | None = load(Get(Brand, (HOUSE,)))
    if brand is None:
        return None
    file: BrandLogo | None = load(Get(BrandLogo, (HOUSE,))) if brand.logo else None
    colours = palette(brand.accent) if brand.accent else None
    return LetterLook(
        accent=colours.link if colours else "",
        night_accent=colours.night_link if colours else "",
        name=brand.name,
        logo=file.content if file else b"",
        width=brand.width // 2,
        height=brand.height // 2,
    )


RULES: dict[type[Command], Rule] = {
    SetBrand: Rule(once(_needs), _set_brand),
    SetLogo: Rule(once(_needs), _set_logo),
}
