import { createHash } from 'node:crypto'
import {
  appendFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits, type Push } from '@waypost/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRemoteFilesStage, type RemoteFilesStage } from '../test-remote-files.ts'
import { openJournal } from './journal.ts'

// Large files, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 60_000 })

let stage: RemoteFilesStage
let shared: string

beforeEach(async () => {
  stage = await openRemoteFilesStage()
  shared = join(stage.folder, 'shared')
  mkdirSync(shared)
})
afterEach(() => stage.close())

const request = (path: string, guid: string) => stage.ask('remote_file_request', path, guid)

async function sha256(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

async function sha256Of({ file_url = '' }: Push): Promise<string> {
  const { body } = await fetch(file_url)
  return sha256(Readable.fromWeb(body as never))
}

/** Bytes that no two pieces of a file have alike. */
async function writeBytes(file: string, size: number): Promise<void> {
  const block = 2 ** 20
  function* blocks() {
    for (let start = 0; start < size; start += block) {
      const bytes = Buffer.alloc(Math.min(block, size - start), createHash('sha256').update(String(start)).digest())
      yield bytes
    }
  }
  await pipeline(Readable.from(blocks()), createWriteStream(file))
}

/** Puts an ear on the pieces that go up; `onPiece` hears of each before it goes. */
function hearPieces(onPiece: (count: number) => void): void {
  const real = fetch
  let count = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (String(url).includes('/v3/upload/')) onPiece(++count)
    return real(url, init)
  })
}

/** Other tests may want the machine as well. */
const eventually = (check: () => unknown) => vi.waitFor(check, { interval: 5, timeout: 20_000 })

async function uploads(): Promise<{ name: string; state: string }[]> {
  return stage.server.app.db.all('SELECT name, state FROM upload ORDER BY created', [])
}

function journal() {
  const settings = join(stage.folder, 'settings')
  const [file = ''] = readdirSync(settings).filter((name) => name.startsWith('remote-files-'))
  return JSON.parse(readFileSync(join(settings, file), 'utf8'))
}

test('FILES-001 API-050 GAP-043 GAP-068 a file is confirmed and arrives as a push with the guid of its request', async () => {
  writeFileSync(join(shared, 'notes of today.txt'), 'some words')
  await stage.share()
  const arrives = stage.push('wanted')
  expect(await request('~/notes of today.txt', 'wanted')).toEqual({
    type: 'remote_file_request_confirmed',
    source_device_iden: stage.device,
    guid: 'wanted',
    path: '~/notes of today.txt',
  })
  const push = await arrives
  expect(push).toMatchObject({
    type: 'file',
    direction: 'self',
    guid: 'wanted',
    source_device_iden: stage.device,
    file_name: 'notes of today.txt',
    file_type: 'text/plain',
  })
  expect(push.target_device_iden).toBeUndefined()
  expect(await (await fetch(push.file_url ?? '')).text()).toBe('some words')
  // The same request once more, as its sender did not hear the answer; the file is gone meanwhile.
  rmSync(join(shared, 'notes of today.txt'))
  expect(await request('~/notes of today.txt', 'wanted')).not.toHaveProperty('error')
  writeFileSync(join(shared, 'notes of today.txt'), 'some words')
  const another = stage.push('another')
  await request('~/notes of today.txt', 'another')
  await another
  expect(await stage.filePushes()).toHaveLength(2)
  expect(await uploads()).toHaveLength(2)
  const said = ['~/notes of today.txt is being sent.', '~/notes of today.txt is sent.']
  await eventually(() => expect(stage.lines).toEqual([...said, ...said]))
})

test('GAP-043 ten files that are asked for at once come one after the other, in the order of the requests', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `file ${index}.bin`)
  for (const [index, name] of names.entries()) writeFileSync(join(shared, name), Buffer.alloc(100_000, index))
  await stage.share()
  const order: string[] = []
  stage.asker.onPush(({ file_name }) => void (file_name && order.push(file_name)))
  const arrive = Promise.all(names.map((name) => stage.push(`ten ${name}`)))
  // In order on the wire: calls that are made side by side may overtake each other.
  for (const name of names) await request(`~/${name}`, `ten ${name}`)
  const pushes = await arrive
  expect(order).toEqual(names)
  const said = names.flatMap((name) => [`~/${name} is being sent.`, `~/${name} is sent.`])
  await eventually(() => expect(stage.lines).toEqual(said))
  const contents = await Promise.all(
    pushes.map(async ({ file_url = '' }) => Buffer.from(await (await fetch(file_url)).arrayBuffer())),
  )
  expect(contents.map((bytes) => [bytes.length, bytes[0], bytes.at(-1)])).toEqual(
    names.map((_, index) => [100_000, index, index]),
  )
})

test('FILES-001 of a file that grows while it is sent, what was there at the beginning arrives; an empty one arrives too', async () => {
  const path = join(shared, 'log.txt')
  await writeBytes(path, 2 * limits.pieceSize + 10)
  const before = await sha256(createReadStream(path))
  writeFileSync(join(shared, 'empty.txt'), '')
  hearPieces(() => appendFileSync(path, 'more'))
  await stage.share()
  const arrive = Promise.all([stage.push('grown'), stage.push('empty')])
  await request('~/log.txt', 'grown')
  await request('~/empty.txt', 'empty')
  const [grown, empty] = await arrive
  expect(await sha256Of(grown)).toBe(before)
  expect(await (await fetch(empty.file_url ?? '')).text()).toBe('')
})

test('FILES-001 a file that becomes shorter, or goes, while it is sent fails with a sentence, and the next one is sent', async () => {
  const path = join(shared, 'video.mp4')
  await writeBytes(path, 3 * limits.pieceSize)
  for (const name of ['gone.txt', 'next.txt']) writeFileSync(join(shared, name), name)
  hearPieces((count) => {
    if (count !== 1) return
    truncateSync(path, limits.pieceSize + 5)
    rmSync(join(shared, 'gone.txt'))
  })
  await stage.share()
  const errors: unknown[] = []
  stage.asker.onEphemeral(({ guid, error }) => void (error && errors.push([guid, error])))
  const arrives = stage.push('after')
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
  expect((await stage.filePushes()).map(({ guid }) => guid)).toEqual(['after'])
  await eventually(() => expect(journal()).toEqual({ errands: [], done: ['after'] }))
  await eventually(async () => expect((await uploads()).filter(({ state }) => state === 'open')).toEqual([]))
})

test('GAP-043 a file that the account has no room for fails with the words of the server', async () => {
  await stage.close()
  stage = await openRemoteFilesStage({})
  shared = join(stage.folder, 'shared')
  mkdirSync(shared)
  writeFileSync(join(shared, 'huge.bin'), '')
  truncateSync(join(shared, 'huge.bin'), limits.free.fileBytes + 1)
  await stage.share()
  const failed = new Promise((resolve) => {
    stage.asker.onEphemeral(({ error }) => void (error && resolve(error)))
  })
  await request('~/huge.bin', 'huge')
  expect(await failed).toBe('File is too big. A file may have up to 25 MB; with Pro up to 1 GB.')
})

test('FILES-001 GAP-043 a companion that is killed half-way goes on with the same upload, and sends one push under the guid', async () => {
  const path = join(shared, 'film.mkv')
  await writeBytes(path, 200 * 2 ** 20)
  const device = await stage.shareApart()
  await request('~/film.mkv', 'film')
  const piecesDone = async () => {
    const id = journal().errands[0]?.upload?.id
    if (id === undefined) return 0
    const { body } = await stage.server.request('/v3/get-upload', { token: stage.person.token, body: { id } })
    return body.pieces_done.length
  }
  await eventually(async () => expect(await piecesDone()).toBeGreaterThan(5))
  await device.kill()
  const done = await piecesDone()
  expect(done).toBeLessThan(40)
  const arrives = stage.push('film')
  await stage.shareApart()
  const push = await arrives
  expect(await sha256Of(push)).toBe(await sha256(createReadStream(path)))
  expect(await uploads()).toEqual([{ name: 'film.mkv', state: 'done' }])
  expect(await stage.filePushes()).toHaveLength(1)
}, 120_000)

test('FILES-001 what was begun of a file that has changed since is thrown away, and the file as it is now arrives', async () => {
  const path = join(shared, 'draft.bin')
  await writeBytes(path, 12 * limits.pieceSize)
  const first = await stage.shareApart()
  await request('~/draft.bin', 'draft')
  await eventually(() => expect(journal().errands[0].upload.id).toBeTruthy())
  await first.kill()
  writeFileSync(path, 'all new')
  const arrives = stage.push('draft')
  await stage.shareApart()
  expect(await (await fetch((await arrives).file_url ?? '')).text()).toBe('all new')
  expect(await stage.filePushes()).toHaveLength(1)
})

test('FILES-001 what was promised while the server went away is sent when it is back', async () => {
  writeFileSync(join(shared, 'patient.txt'), 'words')
  const { answer } = await stage.share()
  const stopped = new Promise<void>((resolve) => {
    hearPieces((count) => {
      if (count === 1) resolve(stage.server.stop())
    })
  })
  await request('~/patient.txt', 'patient')
  await stopped
  expect(journal().errands).toMatchObject([{ guid: 'patient' }])
  await answer.close()
  await stage.server.restart()
  await answer.begin()
  await eventually(async () => expect(await stage.filePushes()).toMatchObject([{ guid: 'patient' }]))
})

test('FILES-001 pieces that do not get through are sent again, and those that did are not', async () => {
  await writeBytes(join(shared, 'three.bin'), 3 * limits.pieceSize)
  const real = fetch
  const tried: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const [, piece] = /\/v3\/upload\/\w+\/(\d+)$/.exec(String(url)) ?? []
    if (piece !== undefined) tried.push(piece)
    // The second piece is lost as often as an upload tries it.
    return piece === '1' && tried.length <= 3 ? Promise.reject(new TypeError('lost')) : real(url, init)
  })
  await stage.share()
  const arrives = stage.push('stubborn')
  await request('~/three.bin', 'stubborn')
  expect(await sha256Of(await arrives)).toBe(await sha256(createReadStream(join(shared, 'three.bin'))))
  expect(tried).toEqual(['0', '1', '1', '1', '2'])
  expect(await uploads()).toHaveLength(1)
})

test('a journal that cannot be understood is put aside', async () => {
  const settings = join(stage.folder, 'settings')
  writeFileSync(join(shared, 'a.txt'), 'a')
  await stage.share()
  const arrives = stage.push('first')
  await request('~/a.txt', 'first')
  await arrives
  await eventually(() => expect(journal().done).toEqual(['first']))
  const [name = ''] = readdirSync(settings)
  writeFileSync(join(settings, name), '{"errands": [{"guid": 7}], "done": []}')
  await stage.share()
  const next = stage.push('second')
  await request('~/a.txt', 'second')
  await next
  expect(readdirSync(settings).sort()).toEqual([name, `${name}.damaged`])
})

test('what could not be written into the journal is not in it', () => {
  const folder = join(stage.folder, 'settings')
  const open = openJournal(join(folder, 'journal.json'))
  writeFileSync(folder, '')
  expect(() => open.add({ guid: 'g', path: '~/a', real: '/a' })).toThrow()
  expect([open.knows('g'), open.errands]).toEqual([false, []])
})

test('FILES-001 while what was promised cannot be written down, no more is promised, and nothing is lost', async () => {
  const settings = join(stage.folder, 'settings')
  writeFileSync(join(shared, 'a.txt'), 'a')
  // A file where the folder should be: nobody can write there, not even root.
  writeFileSync(settings, '')
  await expect(stage.share()).rejects.toThrow(/the list of files to send, .*, cannot be read \(ENOTDIR\)/)
  rmSync(settings)
  const { answer } = await stage.share()
  writeFileSync(settings, '')
  const refused = { error: 'The device cannot note what it is asked for. Its disk may be full.' }
  expect(await request('~/a.txt', 'refused')).toMatchObject(refused)
  rmSync(settings)
  const arrives = stage.push('refused')
  expect(await request('~/a.txt', 'refused')).not.toHaveProperty('error')
  await arrives
  await answer.close()
})
