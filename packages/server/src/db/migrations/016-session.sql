-- Tokens that their owner sees and ends one by one: sessions, and tokens for programs.
-- The device of a session, or the name that the owner gave a token.
ALTER TABLE access_token ADD COLUMN name TEXT;
ALTER TABLE access_token ADD COLUMN expires BIGINT;
ALTER TABLE access_token ADD COLUMN last_used BIGINT;
-- Where it was last used: a country code, or `local`. Network addresses are not stored.
ALTER TABLE access_token ADD COLUMN place TEXT;
-- The administrator who opened the session to help the owner.
ALTER TABLE access_token ADD COLUMN admin TEXT;
CREATE INDEX access_token_expires ON access_token (expires) WHERE expires IS NOT NULL;
