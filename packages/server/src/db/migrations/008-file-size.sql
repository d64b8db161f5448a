-- The bytes of the file that a push carries, as its upload counted them; null where the file is somewhere else.
ALTER TABLE push ADD COLUMN file_size BIGINT;
