// Runs the browsers with nothing attached, so they stop their backgrounds as they do at home. Both browsers wait at the same time.

import { setTimeout as idleFor } from 'node:timers/promises'
import { type ExtensionBrowser, expect, type Person, test } from './harness.ts'
import type { BrowserKind } from './stage.ts'
import { countNotes, noteWith } from './told.ts'

test.describe.configure({ timeout: 420_000 })

const kinds = ['chromium', 'firefox'] as const

type Open = (kind: BrowserKind) => Promise<ExtensionBrowser>

async function openHome(kind: BrowserKind, openExtension: Open, person: (name: string) => Promise<Person>) {
  const [ann, bob] = [await person(`ann-${kind}`), await person(`bob-${kind}`)]
  const extension = await openExtension(kind)
  const notes = countNotes(extension)
  await extension.signIn(ann)
  await extension.stop()
  await extension.startAlone()
  const send = (body: string) => bob.call('/v2/pushes', { type: 'note', body, email: ann.email })
  await send('first')
  await noteWith(extension, 'first')
  return {
    extension,
    notes,
    told: (body: string) => Promise.all([send(body), noteWith(extension, body)]),
    send,
  }
}

test('after a minute of idleness a push is told of by the stream that is open, and what came while the browser was closed exactly once, in both browsers', async ({
  server,
  person,
  openExtension,
}) => {
  const homes = await Promise.all(kinds.map((kind) => openHome(kind, openExtension, person)))
  await idleFor(60_000)
  // An alarm would wake the background later, which would open another stream.
  let opened = 0
  const count = () => opened++
  server.app.http.server.on('upgrade', count)
  await Promise.all(homes.map(({ told }) => told('after idleness')))
  server.app.http.server.off('upgrade', count)
  expect(opened).toBe(0)

  await Promise.all(
    homes.map(async ({ extension, notes, told, send }) => {
      await extension.stop()
      await send('missed one')
      await send('missed two')
      await extension.startAlone()
      await noteWith(extension, 'missed one')
      await noteWith(extension, 'missed two')
      // By the time the next one is notified, these have been recorded. Anything notified at start-up comes before it, too.
      await told('last of the first start')
      for (const time of ['second', 'third']) {
        await extension.stop()
        await extension.startAlone()
        await told(`last of the ${time} start`)
      }
      const counted = Object.entries(notes()).filter(([words]) => !words.startsWith('last'))
      expect([extension.kind, Object.fromEntries(counted)]).toEqual([
        extension.kind,
        { first: 1, 'after idleness': 1, 'missed one': 1, 'missed two': 1 },
      ])
    }),
  )
})

test('a push is told of, once, after the server was away for 75 seconds, in both browsers', async ({
  server,
  person,
  openExtension,
}) => {
  const homes = await Promise.all(kinds.map((kind) => openHome(kind, openExtension, person)))
  await server.stop()
  await idleFor(75_000)
  await server.restart()
  await Promise.all(homes.map(({ told }) => told('after the outage')))
  for (const { notes } of homes) expect(notes()).toEqual({ first: 1, 'after the outage': 1 })
})
