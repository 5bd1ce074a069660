"""How many slips of the finger lie between two words: a letter left out, added, changed, or swapped with the next."""


def edit_distance(one: str, two: str, most: int) -> int:
    """Count the slips between two words, up to one more than the most that are looked for."""
    while one and two and one[-1] == two[-1]:
        one, two = one[:-1], two[:-1]
    start = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    one, two = one[start:], two[start:]
    if abs(len(one) - len(two)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(two) + 1))
    for at, letter in enumerate(one, 1):
        earlier, before, row = before, row, [at]
        for other, wanted in enumerate(two, 1):
            cost = min(before[other] + 1, row[-1] + 1, before[other - 1] + (letter != wanted))
            if at > 1 and other > 1 and letter == two[other - 2] and one[at - 2] == wanted:
                cost = min(cost, earlier[other - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
