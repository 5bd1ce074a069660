-- The orders of a long guest list: keys that are worked out when they are read, so that a sign-up does not pay for them. A name that
-- begins with an accented letter stands at its plain one. One index is for the order of joining; the other holds only the lines that
-- tell where a seat went.

ALTER TABLE guest ADD COLUMN name_key TEXT GENERATED ALWAYS AS (
  CASE WHEN unicode(name) BETWEEN 192 AND 382 THEN substr(
    'aaaaaaaceeeeiiiidnooooo×ouuuuytsaaaaaaaceeeeiiiidnooooo÷ouuuuytyaaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnŉŊŋoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzz',
    unicode(name) - 191, 1
  ) || lower(substr(name, 2)) ELSE lower(name) END
) VIRTUAL;
ALTER TABLE guest ADD COLUMN state_key TEXT GENERATED ALWAYS AS (
  CASE state WHEN 'confirmed' THEN '0' WHEN 'pending' THEN '1' WHEN 'waitlisted' THEN '2' ELSE '3' END || name_key
) VIRTUAL;
ALTER TABLE guest ADD COLUMN place_key INTEGER GENERATED ALWAYS AS (CASE place WHEN 0 THEN 1099511627776 ELSE place END) VIRTUAL;
CREATE INDEX guest_joined ON guest (event_id, joined_at);
CREATE INDEX audit_seats ON audit (scope, number) WHERE action IN (
  'cancelled', 'changed', 'claimed', 'declined', 'event_cancelled', 'invite_declined', 'invite_lapsed', 'lapsed', 'lapsed_out', 'left_line',
  'offer_withdrawn', 'offered', 'party_changed', 'put_back', 'rolled_on', 'seats_opened', 'unreachable'
);
