"""Appointments in the simulator: a clinic's people, its checkers, its planted bugs."""
