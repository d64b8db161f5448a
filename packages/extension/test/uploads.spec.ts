import { createHash } from 'node:crypto'
import { geckoId } from '../src/manifest.ts'
import { inWindow } from './firefox.ts'
import { type ExtensionBrowser, eachBrowser, expect, type Person } from './harness.ts'
import { type Relay, relayTo } from './relay.ts'
import { signInBy, type Tab, until } from './stage.ts'

/** Three pieces: the first is 43 % of the file. */
const size = 12_000_000

/** The bytes of a file whose pieces all differ. */
const bytesOf = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 16)) & 255)
const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const pushesOf = async (person: Person): Promise<Record<string, unknown>[]> => (await person.call('/v2/pushes?limit=50')).pushes

async function endBackground(extension: ExtensionBrowser): Promise<void> {
  if (extension.kind === 'firefox') {
    const own = `WebExtensionPolicy.getByID(${JSON.stringify(geckoId)}).extension`
    await inWindow(
      extension.firefox,
      `${own}.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true })`,
    )
    await until(() => inWindow<boolean>(extension.firefox, `${own}.backgroundState === 'stopped'`))
    return
  }
  const page = extension.chromium.pages().find((each) => each.url().startsWith(extension.base))
  if (!page) throw new Error('No page of the extension is open.')
  const session = await extension.chromium.newCDPSession(page)
  const ended = new Promise<void>((resolve) =>
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve()
    }),
  )
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await ended
  await session.detach()
}

/** Waits until the upload has been saved: killed before that, it would start over. */
const keptUpload = (extension: ExtensionBrowser) =>
  until(() =>
    extension.run(
      () =>
        new Promise<boolean>((resolve, reject) => {
          const opening = indexedDB.open('waypost', 1)
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const database = opening.result
            const reading = database.transaction('texts').objectStore('texts').getAll()
            reading.onerror = () => reject(reading.error)
            reading.onsuccess = () => {
              database.close()
              resolve(reading.result.some((text) => /"upload":\{[^}]*"id":/.test(String(text))))
            }
          }
        }),
      undefined,
    ),
  )

async function openMe(extension: ExtensionBrowser): Promise<Tab> {
  const popup = await extension.open('popup.html#people%2Fme')
  await expect.poll(() => popup.evaluate(() => Boolean(document.querySelector('textarea')), undefined)).toBe(true)
  return popup
}

async function sendFile(popup: Tab, name: string): Promise<void> {
  await popup.evaluate(
    ([file, length]) => {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 16)) & 255)
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], file, { type: 'application/octet-stream' }))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    [name, size] as const,
  )
  await popup.sees(name)
  await popup.press('Send')
}

async function start(extension: ExtensionBrowser, ann: Person, target: string): Promise<Relay> {
  const relay = await relayTo(target)
  await signInBy(extension, ann, relay.origin)
  return relay
}

eachBrowser('an upload goes on where it was when the browser stops the background, and is sent once', async (given) => {
  const { person, server, extension } = given
  const ann = await person('ann')
  const relay = await start(extension, ann, server.origin)
  const popup = await openMe(extension)
  await sendFile(popup, 'film.bin')
  await popup.sees('43%')
  await keptUpload(extension)
  await popup.close()
  await endBackground(extension)

  // Opening the popup starts it, and the popup shows the progress of the upload.
  const again = await openMe(extension)
  await again.sees('film.bin')
  await again.sees('43%')
  relay.release()
  await again.sawGo('43%')
  await expect.poll(async () => (await pushesOf(ann)).length).toBe(1)
  const [push] = await pushesOf(ann)
  expect(push).toMatchObject({ type: 'file', file_name: 'film.bin' })
  const got = new Uint8Array(await (await fetch(String(push?.file_url))).arrayBuffer())
  expect([got.length, sumOf(got)]).toEqual([size, sumOf(bytesOf(size))])
  // Bytes the server already had weren't sent again.
  expect(relay.pieces.filter((each) => each === 0)).toHaveLength(1)
  expect(await pushesOf(ann)).toHaveLength(1)
  relay.close()
})

eachBrowser('an upload that the background does is canceled in the popup', async ({ person, server, extension }) => {
  const ann = await person('ann')
  const relay = await start(extension, ann, server.origin)
  const popup = await openMe(extension)
  await sendFile(popup, 'film.bin')
  await popup.sees('43%')
  await popup.press('Cancel sending')
  await popup.sawGo('film.bin')
  relay.release()
  // Only a message sent afterwards arrives.
  await popup.fill('Message to Me', 'instead')
  await popup.press('Send')
  await expect.poll(async () => (await pushesOf(ann)).map(({ type, body }) => [type, body])).toEqual([['note', 'instead']])
  relay.close()
})
