-- The PKCE challenge that an authorization request came with (RFC 7636), and how the verifier is turned into it: `S256` or `plain`.
ALTER TABLE access_code ADD COLUMN challenge TEXT;
ALTER TABLE access_code ADD COLUMN challenge_method TEXT;
