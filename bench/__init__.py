"""Speed measurements of what Fullhouse promises, as ratios within one run on this machine."""
