import { Refusal } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { savedContract } from '../ground/key-value-store.contract.ts'
import { inMemoryStore, type KeyValueStore } from '../ground/key-value-store.ts'
import { manualClock } from '../ground/test-clock.ts'
import { browserInMemory } from '../tabs/test-tabs.ts'
import { largeStoreInMemory } from './test-large-store.ts'
import { openWriteBehind } from './write-behind.ts'

const prefix = 'outbox.'

async function opened(options: Partial<Parameters<typeof openWriteBehind>[0]> = {}) {
  const store = largeStoreInMemory()
  const texts = openWriteBehind({ store, prefix, platform: manualClock(), ...options })
  await texts.refresh()
  return texts
}

function forAllKeys(texts: KeyValueStore): KeyValueStore {
  return {
    read: (key) => texts.read(prefix + key),
    write: (key, text) => texts.write(prefix + key, text),
    erase: (key) => texts.erase(prefix + key),
    keys: (start) => texts.keys(prefix + start).map((key) => key.slice(prefix.length)),
  }
}

savedContract('texts written behind', async (room) => forAllKeys(await opened({ room })))
savedContract('texts written behind, with a journal', async (room) =>
  forAllKeys(await opened({ room, journal: inMemoryStore() })),
)
savedContract('texts written behind to a store that fails', async (room) => {
  const store = largeStoreInMemory()
  const texts = await opened({ store, room, journal: inMemoryStore() })
  store.fail(new Error('no database'))
  return forAllKeys(texts)
})

test('PUSH-019 a window that closes before the large store has a text loses nothing, and nothing that was erased returns [F7]', async () => {
  const store = largeStoreInMemory()
  const journal = inMemoryStore()
  const first = await opened({ store, journal })
  first.write('outbox.kept', 'text')
  first.write('outbox.gone', 'text')
  await first.settled()
  expect([...store.contents().texts.keys()].sort()).toEqual(['outbox.gone', 'outbox.kept'])
  expect(journal.keys('')).toEqual([])

  // From here on its writes are still in flight when it closes.
  store.fail(new Error('the window is gone'))
  first.write('outbox.late', 'late')
  first.write('outbox.kept', 'changed')
  first.erase('outbox.gone')
  await first.settled()
  store.fail(undefined)

  const second = await opened({ store, journal })
  expect(second.keys('').sort()).toEqual(['outbox.kept', 'outbox.late'])
  expect([second.read('outbox.kept'), second.read('outbox.late')]).toEqual(['changed', 'late'])
  await second.settled()
  expect([...store.contents().texts]).toEqual([
    ['outbox.kept', 'changed'],
    ['outbox.late', 'late'],
  ])
  expect(journal.keys('')).toEqual([])
})

test('PUSH-019 what an earlier version has in local storage is there at once, and moves', async () => {
  const journal = inMemoryStore()
  journal.write('outbox.old', 'text')
  journal.write('account', 'other')
  const store = largeStoreInMemory()
  const texts = openWriteBehind({ store, prefix, journal, platform: manualClock() })
  expect(texts.read('outbox.old')).toBe('text')
  await texts.refresh()
  await texts.settled()
  expect([...store.contents().texts]).toEqual([['outbox.old', 'text']])
  expect(journal.keys('')).toEqual(['account'])
})

test('PUSH-019 texts written before the large store was read stay, and join the stored ones', async () => {
  const store = largeStoreInMemory()
  await store.transact(async ({ writeText }) => {
    writeText('outbox.old', 'old')
    writeText('outbox.both', 'older')
    writeText('account', 'other')
  })
  const texts = openWriteBehind({ store, prefix, journal: inMemoryStore(), platform: manualClock() })
  texts.write('outbox.new', 'new')
  texts.write('outbox.both', 'newer')
  expect(texts.keys('').sort()).toEqual(['outbox.both', 'outbox.new'])
  await texts.refresh()
  expect(texts.keys('').sort()).toEqual(['outbox.both', 'outbox.new', 'outbox.old'])
  expect(texts.read('outbox.both')).toBe('newer')
})

test('SYNC-001 windows see the writes of others at once; a message that comes late changes nothing', async () => {
  const store = largeStoreInMemory()
  const browser = browserInMemory()
  const clock = manualClock()
  const [a, b] = [browser.window().tabs, browser.window().tabs]
  const messages: unknown[] = []
  b.listen((message) => messages.push(message))
  const one = await opened({ store, channel: a, platform: clock })
  const other = await opened({ store, channel: b, platform: clock })
  one.write('outbox.a', 'first')
  one.write('outbox.b', 'text')
  await Promise.resolve()
  expect(other.keys('').sort()).toEqual(['outbox.a', 'outbox.b'])
  other.write('outbox.a', 'second')
  other.erase('outbox.b')
  await Promise.resolve()
  expect([one.read('outbox.a'), one.read('outbox.b')]).toEqual(['second', undefined])
  for (const message of messages) a.post(message)
  await Promise.resolve()
  expect([other.read('outbox.a'), other.read('outbox.b')]).toEqual(['second', undefined])
})

test('SYNC-001 writes without a message are seen after reading again', async () => {
  const store = largeStoreInMemory()
  const one = await opened({ store })
  one.write('outbox.a', 'text')
  await one.settled()
  const other = await opened({ store })
  other.erase('outbox.a')
  other.write('outbox.b', 'text')
  await other.settled()
  expect(one.keys('')).toEqual(['outbox.a'])
  await one.refresh()
  expect(one.keys('')).toEqual(['outbox.b'])
})

test('SYNC-013 a text that neither the large store nor the journal takes stays in memory, and that is reported once', async () => {
  const store = largeStoreInMemory()
  const clock = manualClock()
  const reports: string[] = []
  const onFull = ({ code }: Refusal) => reports.push(code)
  const texts = await opened({ store, journal: inMemoryStore(100), platform: clock, onFull })
  store.fail(new Refusal('storage_full'))
  texts.write('outbox.small', 'fits')
  await texts.settled()
  expect(reports).toEqual([])
  texts.write('outbox.large', 'x'.repeat(200))
  texts.write('outbox.larger', 'x'.repeat(300))
  await texts.settled()
  expect(reports).toEqual(['storage_full'])
  expect(texts.read('outbox.large')).toHaveLength(200)
  store.fail(undefined)
  clock.advance(5_000)
  await texts.settled()
  expect([...store.contents().texts.keys()]).toEqual(['outbox.small', 'outbox.large', 'outbox.larger'])
})

test('SYNC-013 an error that passes is not reported although the journal is full; one that comes back is', async () => {
  for (const comesBack of [false, true]) {
    const store = largeStoreInMemory()
    const clock = manualClock()
    const reports: string[] = []
    const onFull = ({ code }: Refusal) => reports.push(code)
    const texts = await opened({ store, journal: inMemoryStore(100), platform: clock, onFull })
    store.fail(new Error('The connection to the database was lost.'))
    texts.write('outbox.large', 'x'.repeat(200))
    await texts.settled()
    expect(reports).toEqual([])
    if (!comesBack) store.fail(undefined)
    clock.advance(5_000)
    await texts.settled()
    expect(reports).toEqual(comesBack ? ['storage_full'] : [])
    expect([...store.contents().texts.keys()]).toEqual(comesBack ? [] : ['outbox.large'])
  }
})

test('SYNC-012 texts written and erased while the large store does not answer leave no trace, and do not return', async () => {
  const store = largeStoreInMemory()
  const journal = inMemoryStore()
  const go = store.pause()
  const texts = openWriteBehind({ store, prefix, journal, platform: manualClock() })
  const reading = texts.refresh()
  for (const key of ['outbox.a', 'outbox.b', 'outbox.c']) texts.write(key, 'text')
  texts.write('outbox.a', 'changed')
  for (const key of ['outbox.a', 'outbox.b']) texts.erase(key)
  expect(journal.keys('')).toEqual(['outbox.c'])
  go()
  await reading
  await texts.settled()
  expect([...store.contents().texts.keys()]).toEqual(['outbox.c'])
  expect(journal.keys('')).toEqual([])
})

test('PUSH-019 a text that another window has moved to the large store leaves a mark when it is erased, and does not return [F7]', async () => {
  const store = largeStoreInMemory()
  const journal = inMemoryStore()
  const hangs = openWriteBehind({
    store: { ...store, transact: () => new Promise(() => {}) },
    prefix,
    journal,
    platform: manualClock(),
  })
  hangs.write('outbox.a', 'text')
  await (await opened({ store, journal })).settled()
  expect([[...store.contents().texts.keys()], journal.keys('')]).toEqual([['outbox.a'], []])
  hangs.erase('outbox.a')
  const next = await opened({ store, journal })
  expect(next.keys('')).toEqual([])
  await next.settled()
  expect([[...store.contents().texts.keys()], journal.keys('')]).toEqual([[], []])
})

test('SYNC-012 without a large store all is in the journal, and nothing else is left there', async () => {
  const store = largeStoreInMemory()
  store.fail(new Error('no database'))
  const journal = inMemoryStore()
  const texts = openWriteBehind({ store, prefix, journal, platform: manualClock() })
  expect(
    await texts.refresh().then(
      () => 'read',
      () => 'failed',
    ),
  ).toBe('failed')
  texts.write('outbox.a', 'text')
  texts.write('outbox.b', 'text')
  texts.erase('outbox.b')
  await texts.settled()
  texts.close()
  expect(journal.keys('')).toEqual(['outbox.a'])
})
