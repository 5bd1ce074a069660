"""Pictures drawn on the server: numbers in, SVG out."""
