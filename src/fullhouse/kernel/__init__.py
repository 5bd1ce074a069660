"""Values and pure functions that all products share: no clock, no I/O."""
