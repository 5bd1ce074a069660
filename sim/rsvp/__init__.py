"""The guest list in the simulator: its people, its checkers, its planted bugs."""
