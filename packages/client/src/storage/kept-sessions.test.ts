import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { platform } from '../ground/platform.ts'
import type { Target } from '../history/target.ts'
import type { Session } from '../session/session.ts'
import { open, server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { bodies, chatWith, itemsOf, type Person, watched } from '../session/test-sessions.ts'
import { keptIn } from './test-device-storage.ts'
import { largeStoreInMemory } from './test-large-store.ts'

// Sessions that start offline show the history that was loaded before.

setUpPeople()

async function write({ token }: Person, email: string, count: number): Promise<Push[]> {
  const made: Push[] = []
  for (let index = 0; index < count; index++) {
    const { body } = await server.request('/v2/pushes', { token, body: { type: 'note', body: `note ${index}`, email } })
    made.push(body)
  }
  return made
}

function browserOf(person: Person) {
  const store = largeStoreInMemory()
  const saved = inMemoryStore()
  const options = { saved, account: person.account, ...keptIn(store) }
  return {
    store,
    saved,
    started: (on = platform) => started(person, { ...options, platform: on }),
    async offline() {
      const session = open(person, { ...options, platform: watched(() => Promise.reject(new TypeError('no network'))).platform })
      await session.start()
      return session
    },
    saves: (session: Session) => expect.poll(() => Number(saved.read('baseline'))).toBe(session.mirror.$baseline.get()),
  }
}

async function showAll(session: Session, person: Person): Promise<(string | undefined)[]> {
  const target = chatWith(session, person)
  const $history = session.push.history(target)
  while ($history.get().more === 'more') await session.push.loadMore(target)
  return bodies(itemsOf(session, target))
}

const notes = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `note ${from + index}`)

test('HIST-004 SYNC-005 history beyond the snapshot is shown without a network after a restart, with the changes that came in between [E2] [C5]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const pushes = await write(ann, bob.account.email, 130)
  const browser = browserOf(ann)
  const first = await browser.started()
  expect(await showAll(first, bob)).toEqual(notes(130))
  await expect.poll(() => browser.store.contents().pushes.size).toBe(130)
  await browser.saves(first)
  first.close()

  const away = await browser.offline()
  expect(await showAll(away, bob)).toEqual(notes(130))
  expect(away.push.history(chatWith(away, bob)).get().more).toBe('none')
  away.close()

  const [deleted, edited] = pushes as [Push, Push]
  await server.request(`/v2/pushes/${deleted.iden}`, { token: ann.token, method: 'DELETE' })
  await server.request(`/v2/pushes/${edited.iden}`, { token: ann.token, body: { body: 'edited' } })
  await server.request('/v2/pushes', { token: ann.token, body: { type: 'note', body: 'new', email: bob.account.email } })
  const { calls, platform: watching } = watched()
  const second = await browser.started(watching)
  await browser.saves(second)
  second.close()
  const later = await browser.offline()
  expect(await showAll(later, bob)).toEqual(['edited', ...notes(128, 2), 'new'])
  expect(calls.filter((call) => call.includes('created_before'))).toEqual([])
})

test('HIST-004 with a network, kept pages are not fetched again, and others are', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await write(ann, bob.account.email, 230)
  const browser = browserOf(ann)
  const first = await browser.started()
  const target = chatWith(first, bob)
  await first.push.loadMore(target)
  await first.push.loadMore(target)
  const kept = 140
  await expect.poll(() => browser.store.contents().pushes.size).toBe(kept)
  await browser.saves(first)
  first.close()
  const { calls, platform: watching } = watched()
  const second = await browser.started(watching)
  const fetched = () => calls.filter((call) => call.includes('created_before'))
  while (itemsOf(second, chatWith(second, bob)).length < kept - 20) await second.push.loadMore(chatWith(second, bob))
  expect(fetched()).toEqual([])
  expect(await showAll(second, bob)).toEqual(notes(230))
  expect(fetched()).toHaveLength(1)
})

test('HIST-004 all messages to a device are shown after a restart, and without a network it is no beginning that the first known one is [E2]', async () => {
  const ann = await signUp()
  const { body: device } = await server.request('/v2/devices', { token: ann.token, body: { nickname: 'Phone' } })
  for (const body of notes(60))
    await server.request('/v2/pushes', { token: ann.token, body: { type: 'note', body, device_iden: device.iden } })
  const browser = browserOf(ann)
  const first = await browser.started()
  await expect.poll(() => browser.store.contents().pushes.size).toBe(60)
  await browser.saves(first)
  first.close()

  const shown = async (session: Session) => {
    const target = session.target.find('devices', device.iden) as Target
    const $history = session.push.history(target)
    while ($history.get().more === 'more') await session.push.loadMore(target)
    return { known: bodies(itemsOf(session, target)), more: $history.get().more }
  }
  const away = await browser.offline()
  expect((await shown(away)).more).toBe('failed')
  away.close()
  expect(await shown(await browser.started())).toEqual({ known: notes(60), more: 'none' })
})

test('SYNC-007 AUTH-039 what an account has kept is gone once another one signs in [D6]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await write(ann, bob.account.email, 60)
  const browser = browserOf(ann)
  const first = await browser.started()
  await showAll(first, bob)
  await expect.poll(() => browser.store.contents().pushes.size).toBe(60)
  await browser.saves(first)
  first.close()
  const other = await started(bob, { saved: browser.saved, ...keptIn(browser.store) })
  const stored = () => browser.store.contents()
  await expect.poll(() => stored().texts.get('owner')).toBe(bob.account.iden)
  expect(await showAll(other, ann)).toEqual(notes(60))
  await expect
    .poll(() => [...stored().pushes.values()].map(({ conversation }) => conversation))
    .toEqual(Array(60).fill(`email:${ann.account.email_normalized}`))
})
