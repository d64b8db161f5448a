import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freshEngines } from '../test-engines.ts'
import { allPushes, call, programs, signUp } from '../test-program.ts'

const { run, close } = programs(join(import.meta.dirname, '../../dist/main.mjs'))
afterAll(close)

test('two nodes of the bundle over PostgreSQL, NATS and S3 are one server', async () => {
  const environment = await freshEngines()
  const nodes = [run('one', environment), run('other', environment)] as const
  const [one, other] = await Promise.all([nodes[0].ready, nodes[1].ready])
  const token = await signUp(one)
  const { body: push } = await call(one, '/v2/pushes', token, { type: 'note', body: 'over the bus' })
  expect((await allPushes(other, token)).map(({ iden }) => iden)).toEqual([push.iden])
  for (const { child, exited } of nodes) {
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  }
})
