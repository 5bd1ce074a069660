"""The bench: measures what Fullhouse promises about speed, on the machine it runs on, as ratios inside one run."""
