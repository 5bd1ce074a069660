-- Until when news of one customer's own actions waits in one note to staff; the id is a digest.
-- Each new row removes two that are of no use any more, so the table does not grow.

CREATE TABLE online_news (
  id TEXT PRIMARY KEY,
  note TEXT NOT NULL,
  ends_at INTEGER NOT NULL,
  rev INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX online_news_ends_at ON online_news (ends_at);
CREATE TRIGGER online_news_expires AFTER INSERT ON online_news BEGIN
  DELETE FROM online_news WHERE id IN (
    SELECT id FROM online_news WHERE ends_at < new.ends_at - 86400000000
    ORDER BY ends_at LIMIT 2
  );
END;
