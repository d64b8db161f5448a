// Names the prefixes of the storage keys of queues.

/** Pushes that wait to be sent; a guid follows. */
export const outboxPrefix = 'outbox.'
/** SMS that wait to be sent; a guid follows. */
export const smsOutboxPrefix = 'texts.outbox.'

/** Changes of pushes that wait to be sent; the iden of the push and the kind of change follow. */
export const changePrefix = 'change.'

/** Marks a text that was erased, until the large store has erased it too; its key follows. */
export const erasedPrefix = 'erased.'
