-- Unsent text, the same on every device of an account.
CREATE TABLE draft (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  conversation TEXT NOT NULL,
  title TEXT,
  body TEXT,
  url TEXT,
  -- The program that wrote it, which recognizes its own words by this.
  writer TEXT NOT NULL
);
CREATE INDEX draft_modified ON draft (owner, modified);
CREATE UNIQUE INDEX draft_conversation ON draft (owner, conversation);
CREATE INDEX draft_active ON draft (owner) WHERE active = 1;
