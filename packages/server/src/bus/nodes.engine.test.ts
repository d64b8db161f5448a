import { expect, test } from 'vitest'
import { startTestServer } from '../test-server.ts'

test('both nodes answer with their version when an administrator asks for it', async () => {
  const server = await startTestServer()
  const { token } = await server.signUp('admin@example.org')
  for (const _node of [1, 2]) expect((await server.request('/v3/admin/version', { token })).body.nodes).toHaveLength(2)
  await server.close()
})
