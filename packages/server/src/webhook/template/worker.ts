import { serveWorker } from '../../fetch/serve-worker.ts'
import { answer } from './read.ts'

// Reads payloads in a thread of its own, which can be terminated: a template can run on for ever.
serveWorker(answer)
