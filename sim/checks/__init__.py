"""The checkers that hold for every product, and the book that all of them read."""
