import { createReadStream, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pieceBytes } from '@waypost/protocol'
import { expect, test, vi } from 'vitest'
import { openJournal } from './journal.ts'
import {
  eventually,
  hearPieces,
  journal,
  request,
  sending,
  setSendingStage,
  sha256,
  sha256Of,
  uploads,
  writeBytes,
} from './test-sender.ts'

setSendingStage()

test('FILES-001 GAP-043 a companion that is killed half-way resumes the same upload, and sends one push with the guid', async () => {
  const path = join(sending.folder, 'film.mkv')
  const pieces = 20
  await writeBytes(path, pieces * pieceBytes)
  const device = await sending.stage.shareApart()
  await request('~/film.mkv', 'film')
  const piecesDone = async () => {
    const id = journal().errands[0]?.upload?.id
    if (id === undefined) return 0
    const { body } = await sending.stage.server.request('/v3/get-upload', { token: sending.stage.person.token, body: { id } })
    return body.pieces_done.length
  }
  await eventually(async () => expect(await piecesDone()).toBeGreaterThan(pieces / 5))
  await device.kill()
  const done = await piecesDone()
  expect(done).toBeLessThan(pieces)
  const arrives = sending.stage.push('film')
  await sending.stage.shareApart()
  const push = await arrives
  expect(await sha256Of(push)).toBe(await sha256(createReadStream(path)))
  expect(await uploads()).toEqual([{ name: 'film.mkv', state: 'done' }])
  expect(await sending.stage.filePushes()).toHaveLength(1)
})

test('FILES-001 the upload of a file that has changed is dropped, and the changed file is sent', async () => {
  const path = join(sending.folder, 'draft.bin')
  await writeBytes(path, 12 * pieceBytes)
  const first = await sending.stage.shareApart()
  await request('~/draft.bin', 'draft')
  await eventually(() => expect(journal().errands[0].upload.id).toBeTruthy())
  await first.kill()
  writeFileSync(path, 'all new')
  const arrives = sending.stage.push('draft')
  await sending.stage.shareApart()
  expect(await (await fetch((await arrives).file_url ?? '')).text()).toBe('all new')
  expect(await sending.stage.filePushes()).toHaveLength(1)
})

test('FILES-001 a file that was accepted before the server went down is sent when it is back', async () => {
  writeFileSync(join(sending.folder, 'patient.txt'), 'words')
  const { answer } = await sending.stage.share()
  const stopped = new Promise<void>((resolve) => {
    hearPieces((count) => {
      if (count === 1) resolve(sending.stage.server.stop())
    })
  })
  await request('~/patient.txt', 'patient')
  await stopped
  expect(journal().errands).toMatchObject([{ guid: 'patient' }])
  await answer.close()
  await sending.stage.server.restart()
  await answer.start()
  await eventually(async () => expect(await sending.stage.filePushes()).toMatchObject([{ guid: 'patient' }]))
})

test('FILES-001 only the pieces that failed are sent again', async () => {
  await writeBytes(join(sending.folder, 'three.bin'), 3 * pieceBytes)
  const real = fetch
  const tried: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const [, piece] = /\/v3\/upload\/\w+\/(\d+)$/.exec(String(url)) ?? []
    if (piece !== undefined) tried.push(piece)
    return piece === '1' && tried.length <= 3 ? Promise.reject(new TypeError('lost')) : real(url, init)
  })
  await sending.stage.share()
  const arrives = sending.stage.push('stubborn')
  await request('~/three.bin', 'stubborn')
  expect(await sha256Of(await arrives)).toBe(await sha256(createReadStream(join(sending.folder, 'three.bin'))))
  expect(tried).toEqual(['0', '1', '1', '1', '2'])
  expect(await uploads()).toHaveLength(1)
})

test('an invalid journal is set aside', async () => {
  const settings = join(sending.stage.folder, 'settings')
  writeFileSync(join(sending.folder, 'a.txt'), 'a')
  await sending.stage.share()
  const arrives = sending.stage.push('first')
  await request('~/a.txt', 'first')
  await arrives
  await eventually(() => expect(journal().done).toEqual(['first']))
  const [name = ''] = readdirSync(settings)
  writeFileSync(join(settings, name), '{"errands": [{"guid": 7}], "done": []}')
  await sending.stage.share()
  const next = sending.stage.push('second')
  await request('~/a.txt', 'second')
  await next
  expect(readdirSync(settings).sort()).toEqual([name, `${name}.damaged`])
})

test('an entry that cannot be written is not in the journal', () => {
  const folder = join(sending.stage.folder, 'settings')
  const open = openJournal(join(folder, 'journal.json'))
  writeFileSync(folder, '')
  expect(() => open.add({ guid: 'g', path: '~/a', real: '/a' })).toThrow()
  expect([open.knows('g'), open.transfers]).toEqual([false, []])
})

test('a change that cannot be written is not made in memory either, and a file that cannot be finished stays', () => {
  const folder = join(sending.stage.folder, 'settings')
  const open = openJournal(join(folder, 'journal.json'))
  const kept = { guid: 'kept', path: '~/a', real: '/a' }
  open.add({ ...kept })
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  expect(() => open.change('kept', { upload: { id: 'u', state: 's' } })).toThrow()
  expect(() => open.finish('kept')).toThrow()
  expect(() => open.drop('kept')).toThrow()
  expect(open.transfers).toEqual([kept])
})

test('FILES-001 while the journal cannot be written, no request is accepted, and none is lost', async () => {
  const settings = join(sending.stage.folder, 'settings')
  writeFileSync(join(sending.folder, 'a.txt'), 'a')
  // A file in place of the folder: not even root can write there.
  writeFileSync(settings, '')
  await expect(sending.stage.share()).rejects.toThrow(/the list of files to send, .*, cannot be read \(ENOTDIR\)/)
  rmSync(settings)
  const { answer } = await sending.stage.share()
  writeFileSync(settings, '')
  const refused = { error: 'The device cannot save the request. Its disk may be full.' }
  expect(await request('~/a.txt', 'refused')).toMatchObject(refused)
  rmSync(settings)
  const arrives = sending.stage.push('refused')
  expect(await request('~/a.txt', 'refused')).not.toHaveProperty('error')
  await arrives
  await answer.close()
})
