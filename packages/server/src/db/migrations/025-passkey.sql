-- Passkeys (WebAuthn): each signs in to an account by itself.
CREATE TABLE passkey (
  iden TEXT PRIMARY KEY,
  -- The id that the authenticator gave it, in base64url.
  credential TEXT NOT NULL UNIQUE,
  -- The account, or, until that is created, the identity of the built-in provider that signed up with it.
  account TEXT,
  identity TEXT,
  -- What the authenticator knows the person by, the same for all passkeys of an account. Random.
  user_handle TEXT NOT NULL,
  -- COSE, in base64url.
  public_key TEXT NOT NULL,
  -- How often it was used, as far as the authenticator counts.
  counter BIGINT NOT NULL,
  -- How browsers reach the authenticator, separated by spaces.
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created BIGINT NOT NULL,
  last_used BIGINT
);
CREATE INDEX passkey_account ON passkey (account) WHERE account IS NOT NULL;
CREATE INDEX passkey_identity ON passkey (identity) WHERE identity IS NOT NULL;

-- What browsers were asked to sign. Each is good once, for five minutes.
CREATE TABLE passkey_challenge (
  -- SHA-256 of the challenge.
  hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  -- The account that asked, for a purpose that needs one.
  account TEXT,
  -- The person who signs up, as JSON.
  payload TEXT,
  expires BIGINT NOT NULL
);
CREATE INDEX passkey_challenge_expires ON passkey_challenge (expires);

-- What the built-in provider handed out for a passkey: good once, for a short time.
CREATE TABLE passkey_token (hash TEXT PRIMARY KEY, account TEXT NOT NULL, passkey TEXT NOT NULL, expires BIGINT NOT NULL);
CREATE INDEX passkey_token_expires ON passkey_token (expires);
