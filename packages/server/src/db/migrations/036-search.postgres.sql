-- Which words are in which pushes.
CREATE TABLE push_search (iden TEXT NOT NULL, created BIGINT NOT NULL, owner TEXT NOT NULL, terms tsvector NOT NULL);
CREATE INDEX push_search_created ON push_search (owner, created);
CREATE INDEX push_search_terms ON push_search USING gin (terms) WITH (fastupdate = off);
-- Up to which stamp the changes of a box are in it. Each search reads the later changes itself.
ALTER TABLE box ADD COLUMN indexed BIGINT NOT NULL DEFAULT 0;
