import { Refusal } from '@waypost/protocol'
import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import type { Platform } from '../ground/platform.ts'
import { manualClock } from '../ground/test-clock.ts'
import { openPinger } from '../session/online-devices.ts'
import { openLeaderTab } from './leader-tab.ts'
import { openPresence } from './presence.ts'
import { openTabChannel } from './tab-channel.ts'
import { browserInMemory } from './test-tabs.ts'

const turn = async () => {
  for (let count = 0; count < 20; count++) await Promise.resolve()
}

function browser() {
  const windows = browserInMemory()
  const clock = manualClock()
  const platform: Platform = { ...clock, fetch: () => Promise.reject(new Error('no')), openSocket: () => ({}) as never }
  const $connected = atom(true)
  const reports: unknown[] = []
  const pings: unknown[] = []
  return {
    $connected,
    clock,
    reports,
    pings,
    /** @param refused how many calls fail @param answers when calls are answered */
    async window({ refused = 0, answers = Promise.resolve() } = {}) {
      const { tabs, close } = windows.window()
      const channel = openTabChannel(tabs)
      const leader = openLeaderTab({ tabs, channel, platform, isConnected: () => true, isReachable: () => true })
      const ask = async (_call: object, { awake }: { awake?: boolean }) => {
        if (refused-- > 0) throw new Refusal('network')
        reports.push(awake)
        await answers
      }
      const presence = openPresence({ callRaw: ask as never, channel, leader, platform, guid: 'web-1' })
      const send = async (push: object) => {
        if (refused-- > 0) throw new Refusal('network')
        pings.push(push)
      }
      const pinger = openPinger({ send, user: () => 'ann', $connected, channel, platform })
      leader.join('ann')
      await turn()
      return {
        presence,
        pinger,
        close() {
          presence.close()
          leader.leave()
          close()
        },
        /** Closes the window as in a crash: it sends no goodbye. */
        vanish() {
          leader.leave()
          close()
        },
      }
    },
  }
}

test('SYNC-022 after two reports that were on their way at once the state is reported again, as either may have come last', async () => {
  const { reports, window } = browser()
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
  const { presence } = await window({ answers })
  presence.report({ mainPage: true, awake: true })
  presence.report({ mainPage: true, awake: false })
  expect(reports).toEqual([true, false])
  answer()
  await turn()
  expect(reports).toEqual([true, false, false])
  presence.report({ mainPage: true, awake: true })
  await turn()
  presence.report({ mainPage: true, awake: false })
  await turn()
  expect(reports).toEqual([true, false, false, true, false])
})

test('a browser that is awake says so again once its live stream is open again', async () => {
  const { reports, window } = browser()
  const { presence } = await window()
  presence.streamOpened()
  expect(reports).toEqual([])
  presence.report({ mainPage: true, awake: true })
  presence.streamOpened()
  expect(reports).toEqual([true, true])
  presence.report({ mainPage: true, awake: false })
  presence.streamOpened()
  expect(reports).toEqual([true, true, false])
})

test('SYNC-022 SYNC-023 SYNC-024 the state is reported on change and every minute, for the main page only', async () => {
  const { clock, reports, window } = browser()
  const { presence } = await window()
  presence.report({ mainPage: false, awake: true })
  presence.report({ mainPage: true, awake: false })
  expect(reports).toEqual([])
  presence.report({ mainPage: true, awake: true })
  presence.report({ mainPage: true, awake: true })
  expect(reports).toEqual([true])
  clock.advance(60_000)
  expect(reports).toEqual([true, true])
  presence.report({ mainPage: true, awake: false })
  expect(reports).toEqual([true, true, false])
  clock.advance(60_000)
  expect(reports).toEqual([true, true, false, false])
  presence.report({ mainPage: true, awake: false })
  expect(reports).toHaveLength(4)
  presence.report({ mainPage: false, awake: false })
  expect(clock.timers()).toEqual([])
  presence.report({ mainPage: true, awake: false })
  expect(reports).toEqual([true, true, false, false, false])
})

test('SYNC-022 SYNC-023 a failed report is repeated a minute later', async () => {
  const { clock, reports, window } = browser()
  const { presence } = await window({ refused: 1 })
  presence.report({ mainPage: true, awake: true })
  await turn()
  clock.advance(59_999)
  expect(reports).toEqual([])
  clock.advance(1)
  expect(reports).toEqual([true])
})

test('SYNC-022 a window that crashed counts as awake for a minute and a half', async () => {
  const { clock, reports, window } = browser()
  const [one, two] = [await window(), await window()]
  two.presence.report({ mainPage: true, awake: true })
  await turn()
  two.vanish()
  clock.advance(89_999)
  expect(reports).toEqual([true, true])
  clock.advance(1)
  expect(reports).toEqual([true, true, false])
  expect(one.presence.$awake.get()).toBe(false)
})

test('SYNC-022 a new leader reports the state again, and a window that is not awake reports nothing when it closes', async () => {
  const { reports, window } = browser()
  const [one, two] = [await window(), await window()]
  two.presence.report({ mainPage: true, awake: true })
  await turn()
  expect(reports).toEqual([true])
  one.close()
  await turn()
  expect(reports).toEqual([true, true])
  const three = await window()
  three.presence.report({ mainPage: true, awake: true })
  await turn()
  two.close()
  await turn()
  expect(reports).toEqual([true, true, false, true])
})

test('SYNC-022 a browser is awake while one of its two windows is, until that window closes', async () => {
  const { clock, reports, window } = browser()
  const [one, two] = [await window(), await window()]
  one.presence.report({ mainPage: true, awake: true })
  await turn()
  // The focus moves between windows: both may be awake for a moment.
  two.presence.report({ mainPage: true, awake: true })
  await turn()
  one.presence.report({ mainPage: true, awake: false })
  await turn()
  expect(reports).toEqual([true])
  expect([one.presence.$awake.get(), two.presence.$awake.get()]).toEqual([true, true])
  clock.advance(60_000)
  await turn()
  clock.advance(60_000)
  await turn()
  expect(one.presence.$awake.get()).toBe(true)
  two.close()
  await turn()
  expect(one.presence.$awake.get()).toBe(false)
  expect(reports.at(-1)).toBe(false)
})

test('SYNC-026 SYNC-027 SYNC-028 at most one ping a minute, and a device without a pong after six seconds is not online', async () => {
  const { clock, pings, window } = browser()
  const { pinger } = await window()
  expect(pinger.$state.get()).toBe('never')
  pinger.ping()
  pinger.ping()
  expect(pings).toEqual([{ type: 'ping', source_user_iden: 'ann' }])
  expect(pinger.$state.get()).toBe('asking')
  pinger.receive({ type: 'pong', device_iden: 'phone' })
  pinger.receive({ type: 'pong', device_iden: 'laptop' })
  pinger.receive({ type: 'mirror', device_iden: 'other' })
  expect([...pinger.$online.get()]).toEqual(['phone', 'laptop'])
  clock.advance(6_000)
  expect(pinger.$state.get()).toBe('known')
  clock.advance(53_999)
  pinger.ping()
  expect(pings).toHaveLength(1)
  clock.advance(1)
  pinger.ping()
  expect(pings).toHaveLength(2)
  clock.advance(1_000)
  pinger.receive({ type: 'pong', device_iden: 'phone' })
  expect([...pinger.$online.get()]).toEqual(['phone', 'laptop'])
  clock.advance(5_000)
  expect([...pinger.$online.get()]).toEqual(['phone'])
})

test('SYNC-027 the windows of a browser together ping at most once a minute', async () => {
  const { pings, window } = browser()
  const [one, two] = [await window(), await window()]
  one.pinger.ping()
  await turn()
  two.pinger.ping()
  expect(pings).toHaveLength(1)
  expect(two.pinger.$state.get()).toBe('asking')
})

test('SYNC-026 a ping waits for the live stream, as pongs arrive there', async () => {
  const { $connected, clock, pings, window } = browser()
  const { pinger } = await window()
  $connected.set(false)
  pinger.ping()
  clock.advance(10_000)
  expect(pings).toEqual([])
  expect(pinger.$state.get()).toBe('never')
  $connected.set(true)
  expect(pings).toHaveLength(1)
  expect(pinger.$state.get()).toBe('asking')
  clock.advance(6_000)
  expect(pinger.$state.get()).toBe('known')
  // After that, a reconnect alone does not ping again.
  $connected.set(false)
  $connected.set(true)
  expect(pings).toHaveLength(1)
})

test('SYNC-026 SYNC-027 SYNC-028 if the stream is lost before the pongs arrive, one window pings again, and no device goes offline meanwhile', async () => {
  const { $connected, clock, pings, window } = browser()
  const [one, two] = [await window(), await window()]
  one.pinger.ping()
  await turn()
  for (const { pinger } of [one, two]) pinger.receive({ type: 'pong', device_iden: 'phone' })
  clock.advance(3_000)
  $connected.set(false)
  clock.advance(60_000)
  for (const { pinger } of [one, two]) {
    expect(pinger.$state.get()).toBe('never')
    expect([...pinger.$online.get()]).toEqual(['phone'])
  }
  expect(pings).toHaveLength(1)
  $connected.set(true)
  await turn()
  expect(pings).toHaveLength(2)
  clock.advance(6_000)
  for (const { pinger } of [one, two]) {
    expect(pinger.$state.get()).toBe('known')
    expect([...pinger.$online.get()]).toEqual([])
  }
})

test('SYNC-026 a refused ping is repeated when the stream is back', async () => {
  const { $connected, clock, pings, window } = browser()
  const { pinger } = await window({ refused: 1 })
  pinger.ping()
  await turn()
  clock.advance(6_000)
  expect(pings).toEqual([])
  expect(pinger.$state.get()).toBe('never')
  $connected.set(false)
  $connected.set(true)
  expect(pings).toHaveLength(1)
})
