-- What guests can read about an event, beside the event itself: no sign-up loads it.

CREATE TABLE event_content (
  event_id TEXT PRIMARY KEY,
  description TEXT NOT NULL,
  contact TEXT NOT NULL,
  map_url TEXT NOT NULL,
  map_of_venue INTEGER NOT NULL,
  price_note TEXT NOT NULL,
  dress_note TEXT NOT NULL,
  rev INTEGER NOT NULL
) STRICT;
