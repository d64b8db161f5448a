-- Since when an account is suspended; NULL when it is not.
ALTER TABLE account ADD COLUMN suspended BIGINT;
-- When a token of the account was last used, within a minute; also after that token has ended.
ALTER TABLE account ADD COLUMN last_seen BIGINT;
UPDATE account SET last_seen = (SELECT MAX(access_token.last_used) FROM access_token WHERE access_token.account = account.iden);
-- What administrators did. Addresses are stored as they were, so that an entry can be read after the account is deleted.
CREATE TABLE audit_entry (
  iden TEXT PRIMARY KEY,
  created BIGINT NOT NULL,
  act TEXT NOT NULL,
  -- The administrator; NULL for the command line on the server's machine.
  admin TEXT,
  admin_email TEXT,
  -- The account that was concerned, if one was.
  about TEXT,
  about_email TEXT,
  -- JSON without secrets.
  details TEXT
);
CREATE INDEX audit_entry_created ON audit_entry (created);
CREATE INDEX audit_entry_about ON audit_entry (about, iden);
