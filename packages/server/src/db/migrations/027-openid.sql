-- The identity provider whose groups made the account an administrator; NULL if it became one otherwise.
ALTER TABLE account ADD COLUMN admin_by TEXT;
-- The identity provider that a session began at, and the ID token with which it is ended there too.
ALTER TABLE access_token ADD COLUMN provider TEXT;
ALTER TABLE access_token ADD COLUMN id_token TEXT;
ALTER TABLE sign_in_step ADD COLUMN id_token TEXT;
-- The provider that a browser was sent to; since when, if the person has to prove there again who they are.
ALTER TABLE oidc_visit ADD COLUMN type TEXT NOT NULL DEFAULT 'oidc';
ALTER TABLE oidc_visit ADD COLUMN fresh_since BIGINT;
