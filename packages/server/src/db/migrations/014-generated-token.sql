-- 1 for a token that a person made to use in a program of their own.
ALTER TABLE access_token ADD COLUMN generated INTEGER NOT NULL DEFAULT 0;
