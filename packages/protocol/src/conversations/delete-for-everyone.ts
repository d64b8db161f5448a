/** How long after sending a push its sender can delete it for everyone. */
export const deleteForEveryoneMilliseconds = 48 * 60 * 60_000

/** Whether a push that was sent at a time may still be deleted for everyone. Both in milliseconds since 1970. */
export const mayDeleteForEveryone = (sent: number, now: number): boolean => now - sent <= deleteForEveryoneMilliseconds
