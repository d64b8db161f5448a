import { serveWorker } from '../../fetch/serve-worker.ts'
import { largeFieldsOf } from './large-fields.ts'

// Reads large bodies in a separate thread, so that only their senders wait.
serveWorker(largeFieldsOf)
