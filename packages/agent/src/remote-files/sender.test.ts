import { appendFileSync, createReadStream, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freeLimits, pieceBytes } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { openRemoteFilesStage } from '../features/test-remote-files.ts'
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

test('FILES-001 API-050 GAP-043 GAP-068 a request is confirmed, and the file arrives as a push with its guid', async () => {
  writeFileSync(join(sending.folder, 'notes of today.txt'), 'some words')
  await sending.stage.share()
  const arrives = sending.stage.push('wanted')
  expect(await request('~/notes of today.txt', 'wanted')).toEqual({
    type: 'remote_file_request_confirmed',
    source_device_iden: sending.stage.device,
    guid: 'wanted',
    path: '~/notes of today.txt',
  })
  const push = await arrives
  expect(push).toMatchObject({
    type: 'file',
    direction: 'self',
    guid: 'wanted',
    source_device_iden: sending.stage.device,
    file_name: 'notes of today.txt',
    file_type: 'text/plain',
  })
  expect(push.target_device_iden).toBeUndefined()
  expect(await (await fetch(push.file_url ?? '')).text()).toBe('some words')
  // The same request again, because the answer was lost; the file was deleted in the meantime.
  rmSync(join(sending.folder, 'notes of today.txt'))
  expect(await request('~/notes of today.txt', 'wanted')).not.toHaveProperty('error')
  writeFileSync(join(sending.folder, 'notes of today.txt'), 'some words')
  const another = sending.stage.push('another')
  await request('~/notes of today.txt', 'another')
  await another
  expect(await sending.stage.filePushes()).toHaveLength(2)
  expect(await uploads()).toHaveLength(2)
  const said = ['~/notes of today.txt is being sent.', '~/notes of today.txt is sent.']
  await eventually(() => expect(sending.stage.lines).toEqual([...said, ...said]))
})

test('GAP-043 ten files requested at once are sent one at a time, in order', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `file ${index}.bin`)
  for (const [index, name] of names.entries()) writeFileSync(join(sending.folder, name), Buffer.alloc(100_000, index))
  await sending.stage.share()
  const order: string[] = []
  sending.stage.asker.onPush(({ file_name }) => void (file_name && order.push(file_name)))
  const arrive = Promise.all(names.map((name) => sending.stage.push(`ten ${name}`)))
  // In sequence, because parallel calls may overtake each other.
  for (const name of names) await request(`~/${name}`, `ten ${name}`)
  const pushes = await arrive
  expect(order).toEqual(names)
  const said = names.flatMap((name) => [`~/${name} is being sent.`, `~/${name} is sent.`])
  await eventually(() => expect(sending.stage.lines).toEqual(said))
  const contents = await Promise.all(
    pushes.map(async ({ file_url = '' }) => Buffer.from(await (await fetch(file_url)).arrayBuffer())),
  )
  expect(contents.map((bytes) => [bytes.length, bytes[0], bytes.at(-1)])).toEqual(
    names.map((_, index) => [100_000, index, index]),
  )
})

test('FILES-001 of a file that grows while it is sent, the initial content arrives; an empty file arrives too', async () => {
  const path = join(sending.folder, 'log.txt')
  await writeBytes(path, 2 * pieceBytes + 10)
  const before = await sha256(createReadStream(path))
  writeFileSync(join(sending.folder, 'empty.txt'), '')
  hearPieces(() => appendFileSync(path, 'more'))
  await sending.stage.share()
  const arrive = Promise.all([sending.stage.push('grown'), sending.stage.push('empty')])
  await request('~/log.txt', 'grown')
  await request('~/empty.txt', 'empty')
  const [grown, empty] = await arrive
  expect(await sha256Of(grown)).toBe(before)
  expect(await (await fetch(empty.file_url ?? '')).text()).toBe('')
})

test('FILES-001 a file that shrinks or disappears while it is sent fails with a sentence, and the next one is sent', async () => {
  const path = join(sending.folder, 'video.mp4')
  await writeBytes(path, 3 * pieceBytes)
  for (const name of ['gone.txt', 'next.txt']) writeFileSync(join(sending.folder, name), name)
  hearPieces((count) => {
    if (count !== 1) return
    truncateSync(path, pieceBytes + 5)
    rmSync(join(sending.folder, 'gone.txt'))
  })
  await sending.stage.share()
  const errors: unknown[] = []
  sending.stage.asker.onEphemeral(({ guid, error }) => void (error && errors.push([guid, error])))
  const arrives = sending.stage.push('after')
  for (const [path, guid] of [
    ['~/video.mp4', 'short'],
    ['~/gone.txt', 'gone'],
    ['~/next.txt', 'after'],
  ] as const) {
    expect(await request(path, guid)).not.toHaveProperty('error')
  }
  await arrives
  expect(errors).toEqual([
    ['short', 'video.mp4 became shorter while it was sent. Ask for it again.'],
    ['gone', 'There is no such file or folder here.'],
  ])
  expect((await sending.stage.filePushes()).map(({ guid }) => guid)).toEqual(['after'])
  await eventually(() => expect(journal()).toEqual({ errands: [], done: ['after'] }))
  await eventually(async () => expect((await uploads()).filter(({ state }) => state === 'open')).toEqual([]))
})

test("GAP-043 a file that exceeds the quota fails with the server's message", async () => {
  await sending.stage.close()
  sending.stage = await openRemoteFilesStage({})
  sending.folder = join(sending.stage.folder, 'shared')
  mkdirSync(sending.folder)
  writeFileSync(join(sending.folder, 'huge.bin'), '')
  truncateSync(join(sending.folder, 'huge.bin'), freeLimits.fileBytes + 1)
  await sending.stage.share()
  const failed = new Promise((resolve) => {
    sending.stage.asker.onEphemeral(({ error }) => void (error && resolve(error)))
  })
  await request('~/huge.bin', 'huge')
  expect(await failed).toBe('File is too big. A file may have up to 25 MB; with Pro up to 1 GB.')
})
