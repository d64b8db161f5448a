import { expect, onTestFinished, test, vi } from 'vitest'
import { patience } from '../../../scripts/tests/patience.ts'
import { openTestDesktop } from './desktop/test-desktop.ts'
import { openTestMachine } from './test-cli.ts'
import { openLooks } from './test-looks.ts'

test('a wait ends with what it waits for, and with its own error where it looks or nothing more can come', async () => {
  const found: string[] = []
  const looks = openLooks(() => found.join())
  const first = looks.until(() => found[0])
  const broken = looks.until(() => {
    if (found.length > 0) throw new Error('It cannot look.')
  })
  const over = looks.until(() => undefined, Promise.reject(new Error('It has ended.')))
  found.push('one')
  looks.again()
  expect(await first).toBe('one')
  await expect(broken).rejects.toThrow('It cannot look.')
  await expect(over).rejects.toThrow('It has ended.')
})

/** Starts waits, and lets their whole time pass at once. */
function outlast<T>(wait: () => T): T {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const waits = wait()
    vi.advanceTimersByTime(patience.wait)
    return waits
  } finally {
    vi.useRealTimers()
  }
}

test('a watch looks at once and at every change, however late', () => {
  const found: string[] = []
  const seen: string[][] = []
  const looks = openLooks(() => found.join())
  outlast(() => looks.watch(() => seen.push([...found])))
  found.push('late')
  looks.again()
  expect(seen).toEqual([[], ['late']])
})

test.skipIf(process.platform !== 'linux')('a desktop on which something is never shown says what is', async () => {
  const desktop = await openTestDesktop()
  onTestFinished(() => desktop.close())
  await desktop.notify('Mail', 'A letter', 'from Ben')
  await desktop.until(() => desktop.notes[0])
  const wait = outlast(() => desktop.until(() => desktop.notes.find(({ app }) => app === 'Chat')))
  await expect(wait).rejects.toThrow(/60 s for .*Chat.*"title":"A letter"/s)
})

test('a program that runs and never shows something fails with what it has shown', async () => {
  const machine = openTestMachine()
  onTestFinished(() => machine.close())
  const run = machine.start(['run', '--json'])
  const wait = outlast(() => run.shows(/never/))
  await expect(wait).rejects.toThrow(/60 s for .*"stdout":""/s)
})
