import { expect, test } from 'vitest'
import { manualClock } from '../ground/test-clock.ts'
import { openLeaderTab } from './leader-tab.ts'
import { openTabChannel } from './tab-channel.ts'
import type { Tabs } from './tabs.ts'
import { browserInMemory } from './test-tabs.ts'

const turn = async () => {
  for (let count = 0; count < 20; count++) await Promise.resolve()
}

function windows() {
  const browser = browserInMemory()
  const clock = manualClock()
  const platform = { ...clock, fetch: () => Promise.reject(new Error('no network')), openSocket: () => ({}) as never }
  return {
    clock,
    async advance(milliseconds: number) {
      for (let elapsed = 0; elapsed < milliseconds; elapsed += 1_000) {
        clock.advance(1_000)
        await turn()
      }
    },
    async window(connected = true) {
      const { tabs, close } = browser.window()
      let asleep = false
      const suspendable: Tabs = {
        hold: tabs.hold,
        post(message) {
          if (!asleep) tabs.post(message)
        },
        listen: (listener) => tabs.listen((message) => (asleep ? undefined : listener(message))),
      }
      const channel = openTabChannel(suspendable)
      const leader = openLeaderTab({
        tabs: suspendable,
        channel,
        platform,
        isConnected: () => connected,
        isReachable: () => true,
      })
      leader.join('ann')
      await turn()
      return {
        leader,
        channel,
        close,
        sleep: (is: boolean) => {
          asleep = is
        },
      }
    },
  }
}

test('SYNC-001 a window without others leads at once', () => {
  const clock = manualClock()
  const platform = { ...clock, fetch: () => Promise.reject(new Error('no')), openSocket: () => ({}) as never }
  const leader = openLeaderTab({
    tabs: undefined,
    channel: openTabChannel(undefined),
    platform,
    isConnected: () => true,
    isReachable: () => true,
  })
  leader.join('ann')
  expect(leader.$leads.get()).toBe(true)
})

test('SYNC-001 one of two windows leads as long as it responds [G1]', async () => {
  const { window, advance } = windows()
  const [one, two] = [await window(), await window()]
  await advance(300_000)
  expect([one.leader.$leads.get(), two.leader.$leads.get()]).toEqual([true, false])
  expect(two.leader.$leaderConnected.get()).toBe(true)
})

test('SYNC-001 a suspended leader is replaced within a minute, or within seconds after the other wakes, and leads again when it responds [G3]', async () => {
  const { window, advance } = windows()
  const [one, two] = [await window(), await window()]
  one.sleep(true)
  await advance(60_000)
  expect(two.leader.$leads.get()).toBe(true)
  one.sleep(false)
  one.leader.wake()
  await advance(1_000)
  expect([one.leader.$leads.get(), two.leader.$leads.get()]).toEqual([true, false])
  one.sleep(true)
  two.leader.wake()
  await advance(5_000)
  expect(two.leader.$leads.get()).toBe(true)
})

test('SYNC-001 a suspended leader is replaced within seconds, however often the other window wakes', async () => {
  const { window, advance } = windows()
  const [one, two] = [await window(), await window()]
  one.sleep(true)
  for (let second = 0; second < 6; second++) {
    two.leader.wake()
    await advance(1_000)
  }
  expect(two.leader.$leads.get()).toBe(true)
})

test('SYNC-007 messages of another account are ignored', async () => {
  const { window } = windows()
  const one = await window()
  const two = await window()
  const heard: unknown[] = []
  two.channel.on((message) => heard.push(message))
  one.leader.leave()
  one.leader.join('bob')
  one.channel.send({ kind: 'pinged', at: 1 })
  await turn()
  expect(heard).toEqual([])
})
