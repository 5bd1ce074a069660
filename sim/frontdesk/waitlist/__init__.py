"""The waitlist for slots in the simulator: a salon's people, its checkers, its planted bugs."""
