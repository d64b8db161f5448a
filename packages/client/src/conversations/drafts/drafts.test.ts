import { type Account, Refusal } from '@waypost/protocol'
import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../../ground/key-value-store.ts'
import { platform as ownPlatform, type Platform } from '../../ground/platform.ts'
import { manualClock } from '../../ground/test-clock.ts'
import { until } from '../../ground/until.ts'
import type { Target } from '../../history/target.ts'
import { open, server, setUpPeople, signUp, started } from '../../session/test-people.ts'
import { gate, watched } from '../../session/test-sessions.ts'
import { openMirror } from '../../sync/mirror.ts'
import { browserInMemory } from '../../tabs/test-tabs.ts'
import { bothDrafts, noDraft } from './draft-text.ts'
import { openDrafts } from './drafts.ts'

setUpPeople()

/** Drafts are sent at once and retried soon; the time limits for responses stay. */
const quick = (on: Platform = ownPlatform): Platform => ({
  ...on,
  after: (wait, work) => on.after(wait === 1_000 || wait === 10_000 ? 20 : wait, work),
})
const words = (body: string) => ({ ...noDraft, body })
const listed = async ({ token }: { token: string }) =>
  (await server.request('/v2/drafts?active=true', { token })).body.drafts.map(({ body }: { body: string }) => body)

test('a draft is in every session, and gone in all of them once it is sent [I1]', async () => {
  const ann = await signUp()
  const [here, there] = [await started(ann, { platform: quick() }), await started(ann)]
  const [mine, theirs] = [here.drafts.of(here.target.me), there.drafts.of(there.target.me)]
  here.drafts.write(here.target.me, words('hel'))
  here.drafts.write(here.target.me, words('hello'))
  expect(mine.get()).toEqual(words('hello'))
  await until(theirs, ({ body }) => body === 'hello')
  expect(there.drafts.$all.get().get('self')).toEqual(words('hello'))
  // The other device continues the draft.
  there.drafts.write(there.target.me, words('hello you'))
  there.drafts.hold(there.target.me, true)
  there.drafts.hold(there.target.me, false)
  await until(mine, ({ body }) => body === 'hello you')
  here.drafts.write(here.target.me, noDraft)
  await until(theirs, ({ body }) => body === '')
  expect(await listed(ann)).toEqual([])
  expect(there.drafts.$all.get().size).toBe(0)
})

test('a field that is typed in does not change; what another device wrote meanwhile comes in when it is left, and both are kept [I2]', async () => {
  const ann = await signUp()
  const [here, there] = [await started(ann), await started(ann)]
  const mine = here.drafts.of(here.target.me)
  here.drafts.hold(here.target.me, true)
  here.drafts.write(here.target.me, words('mine'))
  there.drafts.hold(there.target.me, true)
  there.drafts.write(there.target.me, words('theirs'))
  there.drafts.hold(there.target.me, false)
  await until(here.mirror.of('drafts'), ({ entries }) => entries.size === 1)
  expect(mine.get()).toEqual(words('mine'))
  here.drafts.hold(here.target.me, false)
  expect(mine.get()).toEqual(words('mine\n\ntheirs'))
  await until(there.drafts.of(there.target.me), ({ body }) => body === 'mine\n\ntheirs')
  expect(await listed(ann)).toEqual(['mine\n\ntheirs'])
})

test('sending a draft leaves the text in the field that another device wrote meanwhile [I2]', async () => {
  const ann = await signUp()
  const [here, there] = [await started(ann), await started(ann)]
  here.drafts.hold(here.target.me, true)
  here.drafts.write(here.target.me, words('mine'))
  there.drafts.hold(there.target.me, true)
  there.drafts.write(there.target.me, words('theirs'))
  there.drafts.hold(there.target.me, false)
  await until(here.mirror.of('drafts'), ({ entries }) => entries.size === 1)
  here.drafts.write(here.target.me, noDraft)
  expect(here.drafts.of(here.target.me).get()).toEqual(words('theirs'))
  expect(await listed(ann)).toEqual(['theirs'])
})

test('a draft that was sent while it was being saved comes back in no window of the browser [I2]', async () => {
  const ann = await signUp()
  const [browser, saved] = [browserInMemory(), inMemoryStore()]
  const [asked, cleared, heard] = [gate(), gate(), gate()]
  let saves = 0
  const { platform } = watched(async (call, send) => {
    if (call !== 'POST /v2/drafts' || saves++ > 0) return send()
    asked.open()
    await cleared.passed
    const answer = await send()
    await heard.passed
    return answer
  })
  const open = async () => started(ann, { saved, platform: quick(platform), tabs: browser.window().tabs })
  const [one, other] = [await open(), await open()]
  const seen: string[] = []
  for (const { drafts, target } of [one, other]) drafts.of(target.me).subscribe(({ body }) => seen.push(body))
  one.drafts.write(one.target.me, words('hello'))
  await asked.passed
  one.drafts.write(one.target.me, noDraft)
  seen.length = 0
  cleared.open()
  // The streams are faster than the response.
  for (const { mirror } of [one, other]) await until(mirror.of('drafts'), ({ entries }) => entries.size === 1)
  heard.open()
  for (const { mirror } of [one, other])
    await until(mirror.of('drafts'), ({ entries }) => [...entries.values()].every(({ active }) => !active))
  expect(await listed(ann)).toEqual([])
  expect(seen.filter(Boolean)).toEqual([])
})

test('typed offline on two devices, both drafts are kept, after a restart too [I2]', async () => {
  const ann = await signUp()
  let cut = true
  const { platform } = watched((call, send) =>
    cut && call === 'POST /v2/drafts' ? Promise.reject(new Error('no network')) : send(),
  )
  const saved = inMemoryStore()
  const offline = await started(ann, { platform, saved })
  offline.drafts.write(offline.target.me, words('on the train'))
  offline.drafts.flush()
  offline.close()
  const other = await started(ann)
  other.drafts.write(other.target.me, words('at home'))
  other.drafts.flush()
  await until(other.mirror.of('drafts'), ({ entries }) => entries.size === 1)
  cut = false
  const again = await started(ann, { saved, platform: quick(platform) })
  await until(again.drafts.of(again.target.me), ({ body }) => body === 'on the train\n\nat home')
  await until(other.drafts.of(other.target.me), ({ body }) => body === 'on the train\n\nat home')
})

test('a draft takes one call however fast it is typed, and one that is too long stays on its device [I3]', async () => {
  const ann = await signUp()
  const { platform, calls } = watched()
  const late: (() => void)[] = []
  // Timers run when the test triggers them.
  const held: Platform = {
    ...platform,
    after: (milliseconds, work) => {
      if (milliseconds !== 1_000) return platform.after(milliseconds, work)
      late.push(work)
      return () => void late.splice(late.indexOf(work), 1)
    },
  }
  const session = await started(ann, { platform: held })
  const { me } = session.target
  for (let length = 1; length <= 200; length++) session.drafts.write(me, words('x'.repeat(length)))
  expect(late).toHaveLength(1)
  for (const work of late.splice(0)) work()
  await until(session.mirror.of('drafts'), ({ entries }) => [...entries.values()][0]?.body?.length === 200)
  session.drafts.write(me, words('y'.repeat(30_000)))
  session.drafts.flush()
  expect(session.drafts.of(me).get().body).toHaveLength(30_000)
  expect(calls.filter((call) => call === 'POST /v2/drafts')).toHaveLength(1)
})

test('drafts are of one account: another one that signs in here sees none, and signing out erases them', async () => {
  const [ann, ben] = [await signUp(), await signUp()]
  const saved = inMemoryStore()
  const first = await started(ann, { saved })
  first.drafts.write(first.target.me, words('secret'))
  first.close()
  const other = await started(ben, { saved })
  expect(other.drafts.of(other.target.me).get()).toEqual(noDraft)
  expect(saved.keys('draft.')).toEqual([])
  other.drafts.write(other.target.me, words('mine'))
  other.erase()
  expect(saved.keys('draft')).toEqual([])
  const closed = open(ann)
  closed.close()
})

function refusedDrafts(refusal: Refusal) {
  const clock = manualClock()
  const platform: Platform = { ...ownPlatform, ...clock }
  let calls = 0
  const drafts = openDrafts({
    callRaw: () => {
      calls++
      return Promise.reject(refusal)
    },
    mirror: openMirror({ callRaw: () => new Promise(() => {}), platform }),
    saved: inMemoryStore(),
    channel: { send: () => {}, on: () => {} } as never,
    platform,
    $account: atom({ iden: 'ann' } as Account),
  })
  /** @returns how many calls were made meanwhile */
  async function advance(milliseconds: number): Promise<number> {
    const before = calls
    clock.advance(milliseconds)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    return calls - before
  }
  return { drafts, advance }
}
const me = { type: 'me', key: 'me' } as Target

test('a refused draft is sent again only if the refusal may pass, and later each time', async () => {
  for (const code of ['network', 'unavailable', 'internal', 'request_timeout'] as const) {
    const { drafts, advance } = refusedDrafts(new Refusal(code))
    drafts.write(me, words('hello'))
    expect([code, await advance(1_000), await advance(9_999), await advance(1), await advance(20_000)]).toEqual([
      code,
      1,
      0,
      1,
      1,
    ])
  }
  for (const code of ['not_found', 'account_suspended', 'forbidden', 'invalid_param'] as const) {
    const { drafts, advance } = refusedDrafts(new Refusal(code))
    drafts.write(me, words('hello'))
    expect([code, await advance(1_000), await advance(3_600_000)]).toEqual([code, 1, 0])
    drafts.write(me, words('hello you'))
    expect(await advance(1_000)).toBe(1)
  }
})

test('a draft is not sent again before a rate limit ends, whatever happens meanwhile', async () => {
  const { drafts, advance } = refusedDrafts(new Refusal('ratelimited', undefined, { retryAfter: 90 }))
  drafts.write(me, words('hello'))
  expect(await advance(1_000)).toBe(1)
  drafts.write(me, words('hello you'))
  drafts.flush()
  drafts.resume()
  expect([await advance(89_999), await advance(1)]).toEqual([0, 1])
})

test('two drafts in one keep every word, once', () => {
  expect(bothDrafts(words('one'), words('two'))).toEqual(words('one\n\ntwo'))
  expect(bothDrafts(words('one'), words('one and two'))).toEqual(words('one and two'))
  expect(bothDrafts(words('one and two'), words('one'))).toEqual(words('one and two'))
  expect(bothDrafts(noDraft, words('two'))).toEqual(words('two'))
  const titled = { title: 'A', body: 'one', url: 'https://a.example' }
  expect(bothDrafts(titled, { title: 'B', body: '', url: 'https://b.example' })).toEqual({
    title: 'A',
    body: 'one\n\nB\n\nhttps://b.example',
    url: 'https://a.example',
  })
})
