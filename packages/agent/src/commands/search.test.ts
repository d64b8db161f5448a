import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { machine, server, setUpSignedIn, token } from '../test-signed-in.ts'

setUpSignedIn('--no-device')

const push = async (body: object): Promise<Push> =>
  (await server.request('/v2/pushes', { token, body: { type: 'note', ...body } })).body

test('pushes are found by words and filters, the newest last; a quoted argument is a phrase', async () => {
  await push({ body: 'a walk along the harbour' })
  await push({ body: 'the harbour walk' })
  const link = await push({ type: 'link', title: 'Harbour walk', url: 'https://example.org' })
  const bodies = async (...words: string[]) => (await machine.run('search', ...words)).stdout.match(/(?<=note {2}|link {2}).*/g)
  expect(await bodies('walk', 'harb')).toEqual([
    'a walk along the harbour',
    'the harbour walk',
    'Harbour walk  https://example.org',
  ])
  expect(await bodies('harbour walk')).toEqual(['the harbour walk', 'Harbour walk  https://example.org'])
  expect(await bodies('walk', '--limit', '1')).toEqual(['Harbour walk  https://example.org'])
  const { stdout } = await machine.run('search', 'walk', 'has:link', 'on:today', '--json')
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([link])
})

test('that nothing was found goes to standard error; a search without words is refused', async () => {
  expect(await machine.run('search', 'nothing')).toEqual({ code: 0, stdout: '', stderr: 'Nothing was found.\n' })
  expect((await machine.run('search')).code).toBe(1)
})
