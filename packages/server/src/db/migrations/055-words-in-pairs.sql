-- Up to which stamp the changes of a box are in the index of words as this version cuts them; `indexed` counts those of earlier versions too.
ALTER TABLE box ADD COLUMN cut_to BIGINT NOT NULL DEFAULT 0;
