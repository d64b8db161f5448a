/** Pushes in the outbox; a guid follows. */
export const outboxPrefix = 'outbox.'
/** SMS in their outbox; a guid follows. */
export const smsOutboxPrefix = 'texts.outbox.'

/** Pending changes of pushes; the iden of the push and the kind of change follow. */
export const changePrefix = 'change.'

/** Marks an erased text until the large store has erased it too; its key follows. */
export const erasedPrefix = 'erased.'
