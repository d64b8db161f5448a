// Serves the floor for the push rate on SQLite: the minimum a server must do to store requests.

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fastify } from 'fastify'

/**
 * The floor for a server that stores requests: fastify, and one prepared insert per request. All requests of one turn share a transaction,
 * which is on disk before any of them is answered.
 */
const db = new DatabaseSync(join(process.env.WAYPOST_DATA ?? '.', 'floor.db'))
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -65536;
  PRAGMA wal_autocheckpoint = 4000;
  CREATE TABLE push (iden TEXT PRIMARY KEY, modified INTEGER NOT NULL, body TEXT NOT NULL);
`)
const insert = db.prepare('INSERT INTO push (iden, modified, body) VALUES ($1, $2, $3)')

interface Waiting {
  body: string
  done: (answer: object) => void
}
let queue: Waiting[] = []

function flush(): void {
  const batch = queue
  queue = []
  db.exec('BEGIN IMMEDIATE')
  const answers = batch.map(({ body }) => {
    const push = { iden: randomBytes(12).toString('base64url'), modified: Date.now() / 1e3, body }
    insert.run({ 1: push.iden, 2: push.modified * 1e6, 3: push.body })
    return push
  })
  db.exec('COMMIT')
  for (const [index, { done }] of batch.entries()) done(answers[index] as object)
}

const http = fastify()
http.post<{ Body: { body: string } }>(
  '/v2/pushes',
  (request) =>
    new Promise((done) => {
      if (queue.length === 0) setImmediate(flush)
      queue.push({ body: request.body.body, done })
    }),
)
console.log(`The floor is ready at ${await http.listen({ host: '127.0.0.1', port: 0 })}`)
process.on('SIGTERM', () => process.exit(0))
