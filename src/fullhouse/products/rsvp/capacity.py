"""Capacity: freed seats, who freed them, and how many the cap still has room for."""

import msgspec


class FreedSeats(msgspec.Struct, frozen=True):
    """Seats set aside together: who freed them, and who had an offer and did not take it."""

    freed_by: str
    seats: int
    asked: tuple[str, ...] = ()


Shares = tuple[FreedSeats, ...]


def kept_within(cap: int, taken: int, seats: int) -> int:
    """Return how many of these released seats the cap still has room for."""
    return min(seats, max(0, cap - taken + seats))


def take_from(shares: Shares, seats: int) -> tuple[Shares, Shares]:
    """Take seats from the front, the longest set aside first; return them and the rest."""
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
    """Return the total number of seats."""
    return sum(share.seats for share in shares)
