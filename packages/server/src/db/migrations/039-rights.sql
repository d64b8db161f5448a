-- How often an event happened again within a day in which the account had too many events, and when last.
ALTER TABLE audit_entry ADD COLUMN repeats INTEGER NOT NULL DEFAULT 0;
ALTER TABLE audit_entry ADD COLUMN last BIGINT;
CREATE INDEX audit_entry_recent ON audit_entry (about, created);

CREATE TABLE wrong_code (
  -- What the codes were typed for: an email address, or an account.
  subject TEXT PRIMARY KEY,
  -- When, in microseconds, as JSON.
  times TEXT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE INDEX wrong_code_expires ON wrong_code (expires);
