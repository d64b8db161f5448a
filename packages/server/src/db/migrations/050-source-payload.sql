-- The last payload that a webhook brought to a source, to try its templates on.
CREATE TABLE source_payload (
  -- The iden of the source in its owner's box.
  source TEXT PRIMARY KEY,
  payload TEXT NOT NULL,
  -- JSON: the headers that say what it is.
  headers TEXT NOT NULL,
  received BIGINT NOT NULL
);
