import { randomBytes } from 'node:crypto'
import { fastify } from 'fastify'
import { Pool } from 'pg'

/** The floor on PostgreSQL: fastify, and one prepared insert per request. */
const pool = new Pool({ connectionString: process.env.FLOOR_DATABASE_URL, max: 10 })
await pool.query('CREATE TABLE floor (iden TEXT PRIMARY KEY, modified BIGINT NOT NULL, body TEXT NOT NULL)')

const http = fastify()
http.post<{ Body: { body: string } }>('/v2/pushes', async (request) => {
  const push = { iden: randomBytes(12).toString('base64url'), modified: Date.now() / 1e3, body: request.body.body }
  await pool.query({
    name: 'insert',
    text: 'INSERT INTO floor (iden, modified, body) VALUES ($1, $2, $3)',
    values: [push.iden, Math.round(push.modified * 1e6), push.body],
  })
  return push
})
console.log(`The floor is ready at ${await http.listen({ host: '127.0.0.1', port: 0 })}`)
process.on('SIGTERM', () => process.exit(0))
