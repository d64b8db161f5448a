-- Connected accounts, OAuth clients and grants.

-- A way in becomes a row of its owner's box. Before this, an account had one way in.
ALTER TABLE login RENAME TO login_before;
DROP INDEX login_account;
CREATE TABLE login (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  type TEXT,
  subject TEXT,
  email TEXT,
  name TEXT,
  image_url TEXT,
  is_primary INTEGER NOT NULL
);
INSERT INTO login (iden, owner, active, created, modified, type, subject, email, name, image_url, is_primary)
SELECT account || 'sjlogin', account, 1, created, created, type, subject, email, name, image_url, 1 FROM login_before;
DROP TABLE login_before;
CREATE INDEX login_modified ON login (owner, modified);
CREATE UNIQUE INDEX login_subject ON login (type, subject) WHERE active = 1;

-- Tokens and codes that an app was given say which, so that they end with it.
ALTER TABLE access_token ADD COLUMN client_iden TEXT;
ALTER TABLE access_token ADD COLUMN grant_iden TEXT;
CREATE INDEX access_token_client ON access_token (client_iden, grant_iden) WHERE client_iden IS NOT NULL;

CREATE TABLE access_code (
  hash TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  client_iden TEXT NOT NULL,
  grant_iden TEXT NOT NULL,
  redirect_uri TEXT,
  expires BIGINT NOT NULL,
  -- Hash of the token that the code was exchanged for.
  used_for TEXT
);
CREATE INDEX access_code_account ON access_code (account);
CREATE INDEX access_code_client ON access_code (client_iden, grant_iden);
CREATE INDEX access_code_expires ON access_code (expires);

-- `client_secret` stays readable: its developer can look it up at any time.
CREATE TABLE client (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  name TEXT,
  website_url TEXT,
  image_url TEXT,
  redirect_uri TEXT,
  allowed_origin TEXT,
  client_id TEXT,
  client_secret TEXT
);
CREATE INDEX client_modified ON client (owner, modified);
CREATE UNIQUE INDEX client_client_id ON client (client_id) WHERE client_id IS NOT NULL;

-- That an account lets a client in. The columns `client_...` are copies of the client's own.
CREATE TABLE app_grant (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  client_iden TEXT NOT NULL,
  client_name TEXT,
  client_website_url TEXT,
  client_image_url TEXT,
  client_email TEXT
);
CREATE INDEX app_grant_modified ON app_grant (owner, modified);
CREATE UNIQUE INDEX app_grant_client ON app_grant (client_iden, owner) WHERE active = 1;

-- Somebody on the way to the OpenID provider and back; `browser` is the hash of what the browser keeps in a cookie.
CREATE TABLE oidc_visit (
  state TEXT PRIMARY KEY,
  browser TEXT NOT NULL,
  verifier TEXT NOT NULL,
  nonce TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  client_state TEXT,
  expires BIGINT NOT NULL
);
CREATE INDEX oidc_visit_expires ON oidc_visit (expires);

-- What the OpenID provider said of somebody, good once, for a short time.
CREATE TABLE oidc_token (
  hash TEXT PRIMARY KEY,
  identity TEXT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE INDEX oidc_token_expires ON oidc_token (expires);

-- Chats follow the people they are with when these come and go.
CREATE INDEX chat_with_iden ON chat (with_iden) WHERE with_iden IS NOT NULL;
CREATE INDEX chat_with_email ON chat (with_email_normalized) WHERE with_iden IS NULL;
