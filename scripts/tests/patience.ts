/**
 * How long a test may take, and how long it waits for an expected event, in milliseconds. The limits are there for hangs; they say nothing
 * of the time that a test takes: on a machine that is busy with something else, a test of three seconds takes two minutes.
 */
export const patience = { test: 300_000, wait: 60_000 }
