import { serveWorker } from '../../fetch/serve-worker.ts'
import { answer } from './read.ts'

// Processes payloads in a separate thread, which can be terminated: a template can run forever.
serveWorker(answer)
