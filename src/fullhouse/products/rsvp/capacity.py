"""Capacity: where the seats of a room go when someone gives them back, and whose they were."""

import msgspec


class FreedSeats(msgspec.Struct, frozen=True):
    """Seats set aside together: who freed them, and who was asked and passed."""

    freed_by: str
    seats: int
    asked: tuple[str, ...] = ()


Shares = tuple[FreedSeats, ...]


def kept_within(cap: int, taken: int, seats: int) -> int:
    """Of seats that are given back, say how many the cap still has room for once they are out."""
    return min(seats, max(0, cap - taken + seats))


def take_from(shares: Shares, seats: int) -> tuple[Shares, Shares]:
    """Take seats from the front, the longest set aside first; return what was drawn and what is left."""
    drawn: list[FreedSeats] = []
    left: list[FreedSeats] = []
    for share in shares:
        part = min(share.seats, seats)
        seats -= part
        if part:
            drawn.append(msgspec.structs.replace(share, seats=part))
        if part < share.seats:
            left.append(msgspec.structs.replace(share, seats=share.seats - part))
    return tuple(drawn), tuple(left)


def total(shares: Shares) -> int:
    """Say how many seats these are."""
    return sum(share.seats for share in shares)
