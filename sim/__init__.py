"""The simulator: the shipped engine on simulated ports with seeded faults, and checkers."""
