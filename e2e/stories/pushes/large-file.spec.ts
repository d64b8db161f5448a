import { createHash, randomFillSync } from 'node:crypto'
import { closeSync, createReadStream, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pieceBytes } from '@waypost/protocol'
import { startTestServer } from '@waypost/server/test-server'
import { expect } from '../../actors/actors.ts'
import { test as base } from '../../actors/companion.ts'
import { entryOf, heading, queue } from '../../actors/remote-device.ts'

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  server: async ({}, use) => {
    // Files may have any size.
    const server = await startTestServer({ WAYPOST_PLANS: 'off' })
    await use(server)
    await server.close()
  },
})

const pieces = 40

/** Writes a file of random bytes and returns its SHA-256. */
function writeRandom(path: string, size: number): string {
  const hash = createHash('sha256')
  const block = Buffer.alloc(2 ** 20)
  const file = openSync(path, 'w')
  for (let left = size; left > 0; left -= block.length) {
    const part = randomFillSync(block).subarray(0, left)
    writeSync(file, part)
    hash.update(part)
  }
  closeSync(file)
  return hash.digest('hex')
}

test('FILES-001 FILES-018 FILES-021 FILES-022 FILES-023 GAP-043 GAP-068 a large file from a device that is killed half-way arrives complete', async ({
  actor,
  machine,
  server,
}) => {
  const alice = await actor('alice')
  const desk = await machine()
  await desk.waypost('login', '--server', server.origin, '--token', alice.token, '--device', 'Desk')
  await desk.waypost('settings', 'set', 'notifications', 'off')
  await desk.waypost('settings', 'set', 'folders', desk.shared)
  const size = pieces * pieceBytes
  mkdirSync(join(desk.shared, 'Films'))
  const written = writeRandom(join(desk.shared, 'Films', 'film.bin'), size)
  const first = desk.run()
  const page = await alice.open('/#remotefiles')
  await page.getByRole('link', { name: /Desk.*Enabled/ }).click()
  await entryOf(page, 'Films').click()
  await expect(heading(page, 'Films')).toBeVisible()

  await entryOf(page, 'film.bin').click()
  await page.getByRole('dialog', { name: 'film.bin' }).getByRole('button', { name: 'Request', exact: true }).click()
  await expect(queue(page).getByText('uploading...', { exact: true })).toBeVisible()
  // On the request for a quarter of the pieces, so the rest aren't sent, however fast the machine is.
  let asked = 0
  const { promise: killed, resolve: kill } = Promise.withResolvers<void>()
  server.app.http.server.on('request', ({ url }) => {
    if (url?.startsWith('/v3/upload/') && ++asked === pieces / 4) kill(first.kill())
  })
  const arrived = async () => (await server.app.db.all('SELECT piece FROM upload_piece', [])).length
  const uploads = () => server.app.db.all('SELECT name, state, size FROM upload', [])
  await killed
  expect(await arrived()).toBeLessThan(pieces)
  expect(await uploads()).toEqual([{ name: 'film.bin', state: 'open', size }])
  await expect(queue(page).getByText('uploading...', { exact: true })).toBeVisible()

  desk.run()
  const link = queue(page).getByRole('link', { name: 'film.bin', exact: true })
  await expect(link).toBeVisible()
  expect(await uploads()).toEqual([{ name: 'film.bin', state: 'done', size }])
  const { pushes } = (await alice.call('/v2/pushes')).body
  expect(pushes).toMatchObject([{ type: 'file', file_name: 'film.bin' }])
  await expect(link).toHaveAttribute('href', pushes[0].file_url)

  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('film.bin')
  const hash = createHash('sha256')
  await pipeline(createReadStream(await download.path()), hash)
  expect(hash.digest('hex')).toBe(written)
})
