-- Links in emails, each of which works once: to a new password, to a new email address.
CREATE TABLE one_time_link (
  -- SHA-256 of the secret in the link.
  hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  -- The account or the address that the link is for.
  subject TEXT NOT NULL,
  -- JSON, or null where the subject says all.
  payload TEXT,
  created BIGINT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE INDEX one_time_link_subject ON one_time_link (purpose, subject);
CREATE INDEX one_time_link_expires ON one_time_link (expires);
