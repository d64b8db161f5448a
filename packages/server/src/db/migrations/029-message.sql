-- The push that a copy in another box was made of; pushes from before have no such link until they are first changed.
ALTER TABLE push ADD COLUMN original TEXT;
CREATE INDEX push_copy ON push (original, owner) WHERE original IS NOT NULL;
ALTER TABLE push ADD COLUMN reply_to TEXT;
ALTER TABLE push ADD COLUMN edited BIGINT;
ALTER TABLE push ADD COLUMN pinned BIGINT;
CREATE INDEX push_pinned ON push (owner, conversation, pinned) WHERE pinned IS NOT NULL;
-- The emoji of the owner, and of the other person of the conversation.
ALTER TABLE push ADD COLUMN reaction TEXT;
ALTER TABLE push ADD COLUMN with_reaction TEXT;
ALTER TABLE push ADD COLUMN deleted_by_sender INTEGER NOT NULL DEFAULT 0;

-- Posts that were edited, or deleted for everyone, after they were copied.
CREATE TABLE post_update (
  post TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  stamp BIGINT NOT NULL,
  after_box TEXT NOT NULL
);
CREATE INDEX post_update_source ON post_update (source, stamp);
