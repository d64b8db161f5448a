import { Refusal } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { bob, bodies, bodiesOf, fromBob, me, setUp, several, toBob } from './test-history.ts'

const name = `email:${bob.key}`

/** A long conversation of which the last 40 pushes are known. */
function longAgo() {
  const all = several(400, () => toBob())
  const parts = setUp({ [name]: all }, 1e9)
  const known = all.slice(-40)
  parts.mirror.fill({ pushes: known })
  parts.conversations.setFrom(name, known[0]?.created as number)
  return { ...parts, all, at: (index: number) => all[index]?.created as number, $history: parts.histories.of(bob) }
}

test('a history shows the messages around a time, without all later ones', async () => {
  const { histories, requests, all, at, $history, items } = longAgo()
  expect(await histories.showAround(bob, at(100))).toBe(true)
  expect(requests).toHaveLength(2)
  expect(bodies(items(bob))).toEqual(bodiesOf(all.slice(76, 126)))
  expect($history.get()).toMatchObject({ more: 'more', later: 'more' })
})

test('more is loaded in both directions, until it meets the known messages', async () => {
  const { histories, requests, all, at, $history, items } = longAgo()
  await histories.showAround(bob, at(300))
  await histories.loadMore(bob)
  expect(bodies(items(bob))).toEqual(bodiesOf(all.slice(251, 326)))
  await histories.loadLater(bob)
  expect(bodies(items(bob))).toEqual(bodiesOf(all.slice(251, 351)))
  expect($history.get().later).toBe('more')
  await histories.loadLater(bob)
  expect(bodies(items(bob))).toEqual(bodiesOf(all.slice(251)))
  expect($history.get()).not.toHaveProperty('later')
  // From here on it is one history: the part in between is not requested again.
  const asked = requests.length
  await histories.loadLater(bob)
  expect(requests).toHaveLength(asked)
  await histories.loadMore(bob)
  expect(items(bob).length).toBeGreaterThan(149)
})

test('the newest items are shown again as they were, and the earlier view is kept in memory', async () => {
  const { histories, all, at, $history, items } = longAgo()
  const newest = items(bob)
  await histories.showAround(bob, at(50))
  histories.showNewest(bob)
  expect(bodies(items(bob))).toEqual(bodies(newest))
  expect($history.get()).not.toHaveProperty('later')
  await histories.showAround(bob, at(398))
  expect(bodies(items(bob)).at(-1)).toBe(all.at(-1)?.body)
  expect($history.get()).not.toHaveProperty('later')
})

/** A conversation of which the last `known` messages are in memory, with a marker before the last `unread` ones. */
function unreadOf(unread: number, known: number, earlier = 100) {
  const all = [...several(earlier, () => toBob()), ...several(unread, () => fromBob())]
  const parts = setUp({ [name]: all }, 1e9)
  parts.mirror.fill({ pushes: all.slice(-known) })
  parts.conversations.setFrom(name, known < all.length ? (all.at(-known)?.created as number) : 0)
  parts.conversations.setRead(name, all[earlier - 1]?.created as number)
  return { ...parts, all, after: all[earlier - 1]?.created, $history: parts.histories.of(bob) }
}

test('what is unread is shown from memory, with some before it, or with the newest items if it is less than those', () => {
  for (const [unread, shown] of [
    [24, 36],
    [3, 25],
  ] as const) {
    const { histories, requests, all, after, $history, items } = unreadOf(unread, 90)
    expect(histories.showUnread(bob)).toEqual({ after, count: unread })
    expect(bodies(items(bob))).toEqual(bodiesOf(all.slice(-shown)))
    expect([requests, $history.get().later]).toEqual([[], undefined])
  }
})

test('of thousands that are unread and in memory, only the first ones are shown; later ones follow page by page', async () => {
  const { histories, requests, all, after, $history, items } = unreadOf(4_000, 4_100)
  expect(histories.showUnread(bob)).toEqual({ after, count: 4_000 })
  expect(bodies(items(bob))).toEqual(bodiesOf(all.slice(88, 201)))
  expect($history.get().later).toBe('more')
  await histories.loadLater(bob)
  expect(bodies(items(bob))).toEqual(bodiesOf(all.slice(88, 301)))
  histories.showNewest(bob)
  expect(bodies(items(bob))).toEqual(bodiesOf(all.slice(-25)))
  expect(requests).toEqual([])
})

test('what is unread further back than memory reaches is counted and shown by the server, in two requests', async () => {
  const { histories, requests, all, after, $history, items } = unreadOf(400, 25)
  expect(await histories.showUnread(bob)).toEqual({ after, count: 400 })
  expect(requests).toHaveLength(2)
  expect(bodies(items(bob))).toEqual(bodiesOf(all.slice(88, 150)))
  expect($history.get()).toMatchObject({ more: 'more', later: 'more' })
})

test('the first unread message is shown also where more than a page was sent from elsewhere before it', async () => {
  const all = [...several(10, () => toBob()), ...several(200, () => toBob()), ...several(3, () => fromBob())]
  const { histories, mirror, conversations, requests, items } = setUp({ [name]: all }, 1e9)
  mirror.fill({ pushes: all.slice(-2) })
  conversations.setFrom(name, all.at(-2)?.created as number)
  const after = all[9]?.created as number
  conversations.setRead(name, after)
  expect(await histories.showUnread(bob)).toEqual({ after, count: 3 })
  expect(requests).toHaveLength(4)
  expect(bodies(items(bob)).slice(-4)).toEqual(bodiesOf(all.slice(-4)))
})

test('an answer about what is unread changes nothing once something else is shown', async () => {
  const { histories, all, items } = unreadOf(400, 25)
  const answer = histories.showUnread(bob)
  histories.showNewest(bob)
  expect(await answer).toBe(undefined)
  expect(bodies(items(bob))).toEqual(bodiesOf(all.slice(-25)))
})

test('nothing is asked where nothing is unread, or never is', () => {
  const { histories, requests } = longAgo()
  expect([histories.showUnread(bob), histories.showUnread(me), requests]).toEqual([undefined, undefined, []])
})

test('messages edited, deleted or sent meanwhile change as always', async () => {
  const { histories, mirror, all, at, items } = longAgo()
  await histories.showAround(bob, at(100))
  const [edited, deleted] = [all[100], all[101]] as [(typeof all)[number], (typeof all)[number]]
  mirror.merge({
    pushes: [{ ...edited, body: 'edited', modified: 1e6 }, { ...deleted, active: false, modified: 1e6 }, toBob({ body: 'new' })],
  })
  expect(bodies(items(bob))).toEqual([...bodiesOf(all.slice(76, 100)), 'edited', ...bodiesOf(all.slice(102, 126))])
  histories.showNewest(bob)
  expect(bodies(items(bob)).at(-1)).toBe('new')
})

test('a jump to what lies after the part that is shown leaves it', async () => {
  const { histories, all, at, items } = longAgo()
  await histories.showAround(bob, at(100))
  expect(await histories.showAround(bob, at(390))).toBe(true)
  expect(bodies(items(bob)).at(-1)).toBe(all.at(-1)?.body)
  await histories.showAround(bob, at(100))
  expect(await histories.showAround(bob, at(200))).toBe(true)
  expect(bodies(items(bob))).toContain(all[200]?.body)
  expect(bodies(items(bob))).not.toContain(all[100]?.body)
})

test('without the server the items stay as they are, and loading later ones can be tried again', async () => {
  let isOffline = false
  const { histories, at, $history, items } = longAgoOver(() => isOffline)
  const newest = items(bob)
  isOffline = true
  expect(await histories.showAround(bob, at(100))).toBe(false)
  expect(items(bob)).toEqual(newest)
  isOffline = false
  await histories.showAround(bob, at(100))
  isOffline = true
  await histories.loadLater(bob)
  expect($history.get().later).toBe('failed')
  isOffline = false
  await histories.loadLater(bob)
  expect([items(bob).length, $history.get().later]).toEqual([75, 'more'])
})

function longAgoOver(isOffline: () => boolean) {
  const all = several(400, () => toBob())
  const stored = new Proxy(
    { [name]: all },
    {
      get(target, key) {
        if (isOffline()) throw new Refusal('network')
        return target[String(key)]
      },
    },
  )
  const parts = setUp(stored, 1e9)
  parts.mirror.fill({ pushes: all.slice(-40) })
  parts.conversations.setFrom(name, all.at(-40)?.created as number)
  return { ...parts, at: (index: number) => all[index]?.created as number, $history: parts.histories.of(bob) }
}
