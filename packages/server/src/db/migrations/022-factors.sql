-- When the user of a session last proved who they are; NULL if that was never asked, or proves too little since a factor was added.
ALTER TABLE access_token ADD COLUMN proved BIGINT;

-- The one-time codes of an account (RFC 6238).
CREATE TABLE one_time_code (
  account TEXT PRIMARY KEY,
  -- Base32. The server computes the codes, so it has to be able to read it.
  secret TEXT NOT NULL,
  created BIGINT NOT NULL,
  -- 1 once a first code has been typed; until then it counts for nothing.
  confirmed INTEGER NOT NULL,
  -- The time step of the last code that was taken: each works once.
  last_step BIGINT NOT NULL
);

-- The recovery codes that an account has left.
CREATE TABLE recovery_code (
  account TEXT NOT NULL,
  -- SHA-256 of the account and the code.
  hash TEXT NOT NULL,
  PRIMARY KEY (account, hash)
);

-- Sign-ins that wait for a one-time code.
CREATE TABLE sign_in_step (
  -- SHA-256 of the provider and its token, which the second step repeats.
  hash TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  -- The identity that signed in.
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  tries INTEGER NOT NULL,
  expires BIGINT NOT NULL
);
CREATE INDEX sign_in_step_account ON sign_in_step (account);
CREATE INDEX sign_in_step_expires ON sign_in_step (expires);
