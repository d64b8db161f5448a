import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import type { Session } from '../session/session.ts'
import { server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { bodies, itemsOf, type Person } from '../session/test-sessions.ts'
import type { Target } from './target.ts'

// Lists start with the latest change, so an old push that was just dismissed comes with the newest ones.

setUpPeople()

async function post({ token }: Person, count: number, fields: object = {}): Promise<Push[]> {
  const made: Push[] = []
  for (let index = 0; index < count; index++) {
    made.push((await server.request('/v2/pushes', { token, body: { body: `${index}`, ...fields } })).body)
  }
  return made
}

const dismiss = ({ token }: Person, push: Push | undefined) =>
  server.request(`/v2/pushes/${push?.iden}`, { token, body: { dismissed: true } })

/** Loads a whole history and returns its items; checks at each step that there is no gap between its first and last item. */
async function shownToTheEnd(session: Session, last: number, target: Target = session.target.me): Promise<number[]> {
  for (;;) {
    const shown = bodies(itemsOf(session, target)).map(Number)
    expect(shown).toEqual(Array.from({ length: shown.length }, (_, index) => last - shown.length + 1 + index))
    if (session.push.history(target).get().more === 'none') return shown
    await session.push.loadMore(target)
  }
}

test('HIST-004 SYNC-004 an old push that was dismissed lately is not shown above a gap [E2]', async () => {
  const ann = await signUp()
  const made = await post(ann, 70)
  for (const push of [...made.slice(0, 20), ...made.slice(25, 35)]) await dismiss(ann, push)
  const session = await started(ann)
  expect(session.mirror.of('pushes').get().entries.size).toBe(40)
  expect(await shownToTheEnd(session, 69)).toHaveLength(70)
})

test('HIST-004 SYNC-008 an old push that was dismissed is not shown above a gap after a restart [E2]', async () => {
  const ann = await signUp()
  const made = await post(ann, 70)
  const saved = inMemoryStore()
  const first = await started(ann, { saved })
  await shownToTheEnd(first, 69)
  first.close()
  for (const push of made.slice(3, 20)) await dismiss(ann, push)
  const second = await started(ann, { saved })
  expect([...second.mirror.of('pushes').get().entries.values()].some(({ body }) => body === '3')).toBe(true)
  expect(await shownToTheEnd(second, 69)).toHaveLength(70)
  second.close()
  // Loaded pushes are saved as far as there is space, and the history counts as complete only that far.
  const third = await started(ann, { saved })
  expect(await shownToTheEnd(third, 69)).toHaveLength(70)
})

test('HIST-004 an old push that was dismissed is not shown above a gap in the history of a device', async () => {
  const ann = await signUp()
  const { body: device } = await server.request('/v2/devices', { token: ann.token, body: { nickname: 'Phone' } })
  const made = await post(ann, 120, { device_iden: device.iden })
  for (const push of made.slice(0, 30)) await dismiss(ann, push)
  const session = await started(ann)
  const target = session.target.find('devices', device.iden) as Target
  expect(await shownToTheEnd(session, 119, target)).toHaveLength(120)
})
