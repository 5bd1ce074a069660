-- The look of the house: its name, accent colour and logo, a small PNG file.

CREATE TABLE brand (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  accent TEXT NOT NULL,
  logo TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  rev INTEGER NOT NULL
) STRICT;
CREATE TABLE brand_logo (
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  content BLOB NOT NULL,
  rev INTEGER NOT NULL
) STRICT;
