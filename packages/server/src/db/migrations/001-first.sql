CREATE TABLE account (
  iden TEXT PRIMARY KEY,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  email TEXT NOT NULL,
  email_normalized TEXT NOT NULL UNIQUE,
  name TEXT,
  image_url TEXT,
  admin INTEGER NOT NULL
);

-- The newest stamp of a person's box. Locked while a change takes stamps in it.
CREATE TABLE box (
  owner TEXT PRIMARY KEY,
  stamp BIGINT NOT NULL
);

-- A way in: an identity at a provider, and the account it opens.
CREATE TABLE login (
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  account TEXT NOT NULL,
  email TEXT NOT NULL,
  name TEXT,
  image_url TEXT,
  created BIGINT NOT NULL,
  PRIMARY KEY (type, subject)
);
CREATE INDEX login_account ON login (account);

CREATE TABLE access_token (
  hash TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  created BIGINT NOT NULL
);
CREATE INDEX access_token_account ON access_token (account);

-- The built-in provider's own people.
CREATE TABLE local_identity (
  email_normalized TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  name TEXT,
  created BIGINT NOT NULL
);

-- What the built-in provider handed out: good once, for a short time.
CREATE TABLE local_token (
  hash TEXT PRIMARY KEY,
  email_normalized TEXT NOT NULL,
  expires BIGINT NOT NULL
);

CREATE TABLE device (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  nickname TEXT,
  generated_nickname INTEGER,
  manufacturer TEXT,
  model TEXT,
  type TEXT,
  icon TEXT,
  app_version INTEGER,
  fingerprint TEXT,
  key_fingerprint TEXT,
  push_token TEXT,
  has_sms INTEGER,
  has_mms INTEGER,
  remote_files TEXT
);
CREATE INDEX device_modified ON device (owner, modified);

CREATE TABLE chat (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  muted INTEGER NOT NULL,
  with_iden TEXT,
  with_email TEXT NOT NULL,
  with_email_normalized TEXT NOT NULL,
  with_name TEXT,
  with_image_url TEXT
);
CREATE INDEX chat_modified ON chat (owner, modified);
CREATE UNIQUE INDEX chat_with ON chat (owner, with_email_normalized);

-- One row a box: a push between two people is two rows. The columns `with_...` are the other person's.
CREATE TABLE push (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  guid TEXT,
  conversation TEXT NOT NULL,
  type TEXT NOT NULL,
  direction TEXT NOT NULL,
  dismissed INTEGER NOT NULL,
  with_iden TEXT,
  with_email TEXT,
  with_email_normalized TEXT,
  with_name TEXT,
  with_image_url TEXT,
  target_device_iden TEXT,
  source_device_iden TEXT,
  client_iden TEXT,
  channel_iden TEXT,
  awake_app_guids TEXT,
  title TEXT,
  body TEXT,
  url TEXT,
  file_name TEXT,
  file_type TEXT,
  file_url TEXT,
  image_url TEXT,
  image_width INTEGER,
  image_height INTEGER
);
CREATE INDEX push_modified ON push (owner, modified);
CREATE INDEX push_conversation ON push (owner, conversation, modified);
CREATE UNIQUE INDEX push_guid ON push (owner, guid) WHERE guid IS NOT NULL;
