-- JSON: how clients show the content of a push, as its sender measured or named it: `displayFields` in the protocol. Null for most pushes.
ALTER TABLE push ADD COLUMN display TEXT;
