/**
 * How long a test may take, and how long it waits for an expected event, in milliseconds. The limits only catch hangs and say nothing about
 * how long a test takes: on a busy machine, a test of three seconds takes two minutes.
 */
export const patience = { test: 300_000, wait: 60_000 }
