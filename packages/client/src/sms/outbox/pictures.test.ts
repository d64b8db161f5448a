import { expect, test } from 'vitest'
import { inMemoryStore } from '../../ground/key-value-store.ts'
import { type FileSource, platform } from '../../ground/platform.ts'
import { smsOutboxPrefix } from '../../ground/prefixes.ts'
import { openEntries } from '../../queue/entries.ts'
import { gate } from '../../session/test-sessions.ts'
import { openKeptFiles } from '../../storage/kept-files.ts'
import { largeStoreInMemory } from '../../storage/test-large-store.ts'
import { browserInMemory } from '../../tabs/test-tabs.ts'
import { type Entry, entryText, readEntry } from './entry.ts'
import { openPictures } from './pictures.ts'

const picture: FileSource = { name: 'beach.png', type: 'image/png', size: 3, slice: () => new Uint8Array(3) }

/** The windows of a browser, with the pictures of their SMS outboxes. */
function openBrowser() {
  const [saved, kept, browser] = [inMemoryStore(), openKeptFiles(largeStoreInMemory()), browserInMemory()]
  return () => {
    const { tabs, close } = browser.window()
    const taken = gate()
    const entries = openEntries<Entry>({
      saved,
      prefix: smsOutboxPrefix,
      guidOf: ({ guid }) => guid,
      write: entryText,
      read: readEntry,
      compare: (one, other) => one.created - other.created,
      onGone: (guid) => pictures.release(guid),
    })
    const call = () => Promise.reject(new Error('no network'))
    const pictures = openPictures({ call, entries, platform, hold: tabs.hold, kept, onTaken: taken.open })
    return { entries, pictures, taken: taken.passed, close }
  }
}

test('GAP-076 a window takes over the pictures of one that closes, except of SMS that it has uploaded or sent', async () => {
  const open = openBrowser()
  const [first, second] = [open(), open()]
  for (const [created, guid] of ['waits', 'uploaded', 'sent', 'unkept'].entries()) {
    const held = first.pictures.add(guid, { ...picture, size: guid === 'unkept' ? 1e9 : 3 })
    first.entries.save({ guid, user: 'u', device: 'd', addresses: ['1'], message: guid, created, ...held })
    await first.pictures.stored(guid)
  }
  for (const entry of second.entries.readSaved()) {
    second.entries.putSaved(entry)
    second.pictures.watch(entry)
  }
  const url = 'https://example.org/beach.png'
  const file = first.entries.find('uploaded')?.file
  if (file) first.entries.update('uploaded', { file: { ...file, url } })
  first.entries.remove('sent')
  first.close()
  await second.taken
  expect(second.entries.$all.get()).toMatchObject([
    { guid: 'waits', file: { name: 'beach.png' } },
    { guid: 'uploaded', file: { url } },
    { guid: 'unkept', lost: true },
  ])
  expect(['waits', 'uploaded', 'sent', 'unkept'].filter(second.pictures.has)).toEqual(['waits'])
  expect(second.entries.find('waits')?.file?.window).toBe(second.pictures.replace('other', picture).file?.window)
})
