-- What a token, a code and a grant permit: scopes separated by spaces. NULL is `everything`.
ALTER TABLE access_token ADD COLUMN scope TEXT;
ALTER TABLE access_code ADD COLUMN scope TEXT;
ALTER TABLE app_grant ADD COLUMN scope TEXT;
