-- Which words are in which pushes. Nothing but the words is kept, in segments that are merged later.
CREATE VIRTUAL TABLE push_search USING fts5(
  iden UNINDEXED, terms, content = '', contentless_delete = 1, contentless_unindexed = 1, detail = none, tokenize = 'ascii'
);
-- The words themselves in their order, with which a beginning is spelled out.
CREATE VIRTUAL TABLE push_search_words USING fts5vocab(push_search, instance);
-- Merging more segments at once writes them less often.
INSERT INTO push_search (push_search, rank) VALUES ('automerge', 16);
-- Up to which stamp the changes of a box are in it. Each search reads the later changes itself.
ALTER TABLE box ADD COLUMN indexed BIGINT NOT NULL DEFAULT 0;
