-- A new push is in one index of its conversation instead of two: until it is first changed, the order of creation is that of change.
CREATE INDEX push_unchanged ON push (owner, conversation, modified) WHERE modified = created;
CREATE INDEX push_changed ON push (owner, conversation, modified) WHERE modified <> created;
CREATE INDEX push_changed_history ON push (owner, conversation, created) WHERE modified <> created AND active = 1;
DROP INDEX push_conversation;
DROP INDEX push_history;
