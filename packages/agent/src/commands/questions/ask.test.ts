import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Push } from '@waypost/protocol'
import { expect, test, vi } from 'vitest'
import { machine, server, setUpSignedIn, token, users } from '../../test-signed-in.ts'

setUpSignedIn('--device', 'Server')

const asked = (): Promise<Push> =>
  vi.waitFor(async () => {
    const [push] = (await server.request('/v2/pushes?active=true', { token })).body.pushes
    expect(push?.actions).toBeDefined()
    return push
  })
const press = async (push: Push, label: string) => {
  const action = push.actions?.find((one) => one.label === label)?.id
  expect((await server.request(`/v2/pushes/${push.iden}/press`, { token, body: { action } })).status).toBe(200)
}

test('it is told of the press, prints the answer and exits with its place', async () => {
  const answered: string[] = []
  const note = ({ method, url }: IncomingMessage, response: ServerResponse) =>
    response.once('finish', () => answered.push(`${method} ${url}`))
  server.app.http.server.on('request', note)
  for (const [code, label] of ['Yes', 'No'].entries()) {
    const run = machine.start(['ask', 'Deploy', 'now?', '--title', 'CI', '--actions', 'Yes,No', '--timeout', '1h'])
    const push = await asked()
    expect(push).toMatchObject({ title: 'CI', body: 'Deploy now?', direction: 'self' })
    // It reads the question when its stream opens. After that only the stream makes it read again.
    await vi.waitFor(() => expect(answered).toContain(`GET /v2/pushes/${push.iden}`))
    await press(push, label)
    expect(await run.ended).toMatchObject({ code, stdout: `${label}\n` })
    await server.request(`/v2/pushes/${push.iden}`, { token, method: 'DELETE' })
  }
  server.app.http.server.off('request', note)
})

test('it goes on waiting while the server restarts', async () => {
  const run = machine.start(['ask', 'Still there?', '--actions', 'Here'])
  const push = await asked()
  await server.restart()
  await press(push, 'Here')
  expect(await run.ended).toMatchObject({ code: 0, stdout: 'Here\n' })
})

test('without an answer in time it exits with 124 and takes the question back', async () => {
  const run = machine.start(['ask', 'Anyone?', '--timeout', '300ms'])
  expect(await run.ended).toMatchObject({ code: 124, stdout: '' })
  expect((await server.request('/v2/pushes?active=true', { token })).body.pushes).toEqual([])
})

test('a person is asked too, and their press is the answer', async () => {
  const other = await server.signUp(`other${users}@example.org`)
  const run = machine.start(['ask', 'May I?', '--to', `other${users}@example.org`, '--json'])
  const theirs = await vi.waitFor(async () => {
    const [push] = (await server.request('/v2/pushes?active=true', { token: other.token })).body.pushes
    expect(push?.actions).toHaveLength(2)
    return push
  })
  await server.request(`/v2/pushes/${theirs.iden}/press`, { token: other.token, body: { action: theirs.actions[1].id } })
  const { code, stdout } = await run.ended
  expect([code, JSON.parse(stdout).press.label]).toEqual([1, 'No'])
})

test.each([
  [['--actions', 'a,b,c,d'], 'up to 3'],
  [['--actions', 'a,,b'], 'up to 3'],
  [['--timeout', 'soon'], 'Give a time'],
  [['--priority', 'urgent'], 'min, low, usual, high, max'],
  [['--source', 'nothing'], 'There is no source'],
])('%j is refused with 125 or the code of a wrong option', async (options, sentence) => {
  const { code, stderr } = await machine.run('ask', 'x', ...options)
  expect(code).not.toBe(0)
  expect(stderr).toContain(sentence)
})
