"""Front desk values that waitlist and appointments share."""
