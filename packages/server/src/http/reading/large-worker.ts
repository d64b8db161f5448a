import { serveWorker } from '../../fetch/serve-worker.ts'
import { largeFieldsOf } from './large-fields.ts'

// Reads large bodies in a thread of its own, so that nobody waits for it but their senders.
serveWorker(largeFieldsOf)
