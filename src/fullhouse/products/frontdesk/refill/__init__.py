"""The refill loop: released time, freed slot, claimed slot, new appointment."""
