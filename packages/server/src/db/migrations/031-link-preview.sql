-- What links lead to: fetched once for all pushes that have the link, and shown by each push that had it then.
CREATE TABLE link_preview (
  -- The secret in the addresses of its pictures.
  iden TEXT PRIMARY KEY,
  -- A digest of the address that was fetched.
  link TEXT NOT NULL,
  -- Until when pushes get it; then it stays only for the pushes that have it.
  ends BIGINT NOT NULL,
  -- JSON; null when there was nothing to show.
  shown TEXT,
  picture_type TEXT,
  icon_type TEXT
);
CREATE INDEX link_preview_link ON link_preview (link, ends);

-- The pushes that wait for what their link leads to.
CREATE TABLE link_preview_wait (
  push TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  link TEXT NOT NULL,
  -- As it stands in the push.
  url TEXT NOT NULL
);
CREATE INDEX link_preview_wait_link ON link_preview_wait (link, push);

ALTER TABLE push ADD COLUMN preview TEXT;
ALTER TABLE push ADD COLUMN preview_iden TEXT;
CREATE INDEX push_preview ON push (preview_iden) WHERE preview_iden IS NOT NULL;
