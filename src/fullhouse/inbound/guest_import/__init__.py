"""The import lane: a guest list from anywhere becomes typed rows, or problems that name their line."""
