import { afterEach, expect, test } from 'vitest'
import { platform } from '../ground/platform.ts'
import type { Tabs } from './tabs.ts'

/** The contract of `Tabs`. `open` opens a window of one browser; `close` closes it as a browser would. */
export function tabsContract(open: () => { tabs: Tabs; close(): void }): void {
  const opened: { close(): void }[] = []
  const window = () => {
    const made = open()
    opened.push(made)
    return made
  }
  afterEach(() => {
    for (const each of opened.splice(0)) each.close()
  })
  const turn = () => new Promise<void>((resolve) => void platform.after(20, resolve))

  test('SYNC-001 one window holds a lock at a time; the next in line gets it when the holder releases it or closes', async () => {
    const [a, b, c] = [window(), window(), window()]
    const held: string[] = []
    const release = a.tabs.hold('lock', () => held.push('a'))
    await turn()
    b.tabs.hold('lock', () => held.push('b'))
    await turn()
    c.tabs.hold('lock', () => held.push('c'))
    await turn()
    expect(held).toEqual(['a'])
    release()
    await turn()
    expect(held).toEqual(['a', 'b'])
    b.close()
    await turn()
    expect(held).toEqual(['a', 'b', 'c'])
  })

  test('SYNC-001 a window that stops waiting never gets the lock, and locks of different names are independent', async () => {
    const [a, b] = [window(), window()]
    const held: string[] = []
    const release = a.tabs.hold('one', () => held.push('a one'))
    const stop = b.tabs.hold('one', () => held.push('b one'))
    b.tabs.hold('two', () => held.push('b two'))
    await turn()
    stop()
    release()
    await turn()
    expect(held.sort()).toEqual(['a one', 'b two'])
  })

  test('SYNC-001 a message reaches every other window once, in order, but not the sender', async () => {
    const [a, b, c] = [window(), window(), window()]
    const heard: unknown[][] = [[], [], []]
    for (const [index, { tabs }] of [a, b, c].entries()) tabs.listen((message) => heard[index]?.push(message))
    a.tabs.post({ first: 1 })
    a.tabs.post({ second: [2] })
    await turn()
    const both = [{ first: 1 }, { second: [2] }]
    expect(heard).toEqual([[], both, both])
  })
}
