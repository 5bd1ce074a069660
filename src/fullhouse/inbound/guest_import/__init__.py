"""Guest lists from files and pastes: typed rows, or problems with their line."""
