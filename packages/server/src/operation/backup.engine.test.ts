import { expect, test } from 'vitest'
import { startTestServer } from '../test-server.ts'

test('a server over PostgreSQL and S3 says so, and makes no backup of them', async () => {
  const server = await startTestServer()
  const { token } = await server.signUp('admin@example.org')
  const { body } = await server.request('/v3/admin/backups', { token })
  expect(body).toMatchObject({ database: 'PostgreSQL', files: 'S3', file_bytes: 0 })
  expect(body).not.toHaveProperty('database_bytes')
  const refused = await server.request('/v3/admin/backup', { token, body: {} })
  expect(refused.body.error.code).toBe('no_backup')
  await server.close()
})
