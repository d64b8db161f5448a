// Names the prefixes of the storage keys of queues whose entries may have a file; a guid follows.

/** Pushes that wait to be sent. */
export const outboxPrefix = 'outbox.'
/** SMS that wait to be sent. */
export const smsOutboxPrefix = 'texts.outbox.'

/** Marks a text that was erased, until the large store has erased it too; its key follows. */
export const erasedPrefix = 'erased.'
