"""Training of the weights that the package ships; nothing here is part of the package."""
