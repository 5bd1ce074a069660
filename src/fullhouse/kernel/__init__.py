"""What the products share: pure rules, no clock, no I/O."""
