// What a deleted object still costs its account, and until when. Its row stays as a tombstone: devices that were away learn of the deletion
// from it, and a late retry doesn't create the object again.
//
// | tombstone of                     | is deleted                                                                                |
// |----------------------------------|-------------------------------------------------------------------------------------------|
// | a message                        | with the account                                                                          |
// | a message of a source            | after `tombstoneMilliseconds`, by the job of `push/source/expiry.ts`                      |
// | a scheduled push, or other types | when there are `tombstonesPerType` and one more is added, if `tombstoneMilliseconds` old  |
//
// A recent tombstone never makes room: adding one more is refused then.

/** What a tombstone counts towards the storage of its account, in bytes. Its content is gone, or goes after the time to undo. */
export const tombstoneBytes = 256

/** Tombstones of one type that stay for each account. */
export const tombstonesPerType = 20_000

/** How long a tombstone stays at least: a device that is away for longer may not learn of the deletion. */
export const tombstoneMilliseconds = 30 * 24 * 60 * 60_000
