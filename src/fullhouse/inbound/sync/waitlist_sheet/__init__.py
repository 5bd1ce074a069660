"""The waitlist in a sheet: who waits for what, row by row."""
