import { limits } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FileSource, type Platform, platform } from '../session/platform.ts'
import { savedInMemory } from '../session/saved.ts'
import type { Session } from '../session/session.ts'
import { bodies, gate, hasty, itemsOf, settled, testSessions, watched } from '../session/test-sessions.ts'
import { until } from '../session/until.ts'
import type { HistoryItem } from '../sync/history.ts'

let server: TestServer
let people = 0
const { started, closeAll } = testSessions(() => server.origin)

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(closeAll)
afterAll(() => server.close())

const signUp = () => server.signUp(`person-${++people}@example.org`, `Person ${people}`)

/** A file with different bytes in each piece. */
function file(name: string, size = 1_000, type = 'text/plain', preview?: unknown): FileSource {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 1_000) bytes[at] = (at / 1_000) % 251
  return { name, type, size, slice: (start, end) => bytes.slice(start, end), ...(preview !== undefined && { preview }) }
}

/** A network that passes each piece, by its number from 1, to `handle` before it is sent. */
function withPieces(handle: (piece: number, send: () => Promise<{ status: number }>) => Promise<{ status: number }>): Platform {
  const send: Platform['send'] = (url, bytes, onSent) => {
    let stop = () => {}
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(new Error('stopped'))
    })
    stopped.catch(() => {})
    const go = async () => {
      onSent((bytes as Uint8Array).length / 2)
      return (platform.send as NonNullable<Platform['send']>)(url, bytes, () => {}).answer
    }
    const answer = Promise.race([handle(Number(/\d+$/.exec(url)) + 1, go), stopped])
    return { answer: answer.then(({ status }) => ({ status, text: async () => '' })), stop }
  }
  return { ...platform, send }
}

const itemOf = (session: Session, guid: string | undefined) => itemsOf(session).find(({ key }) => key === guid)
const untilItem = (session: Session, guid: string | undefined, holds: (item: HistoryItem | undefined) => boolean) =>
  until(session.push.history(session.target.me), () => holds(itemOf(session, guid)))

async function hasBytes(url: string | undefined, { size, slice }: FileSource): Promise<boolean> {
  const found = new Uint8Array(await (await fetch(url ?? '')).arrayBuffer())
  const wanted = slice(0, size) as Uint8Array
  return found.length === size && found.every((byte, index) => byte === wanted[index])
}

test('PUSH-012 PUSH-029 API-034 API-035 API-036 each file becomes its own push, with its bytes unchanged', async () => {
  const ann = await signUp()
  const { calls, platform } = watched()
  const session = await started(ann, { platform })
  const files = [file('a.txt'), file('b.bin', 0, ''), file('c.bin', limits.pieceSize + 7, 'application/pdf')]
  const guids = session.push.sendFiles(files, session.target.me)
  expect(itemsOf(session).map(({ key }) => key)).toEqual(guids)
  expect(itemsOf(session)[0]).toMatchObject({
    state: 'sending',
    uploading: true,
    file_size: 1_000,
    push: { type: 'file', file_name: 'a.txt', file_type: 'text/plain' },
  })
  await settled(session, 3)
  const pushes = itemsOf(session).map(({ push }) => push)
  expect(pushes.map(({ file_name }) => file_name)).toEqual(['a.txt', 'b.bin', 'c.bin'])
  for (const [index, push] of pushes.entries()) {
    const wanted = files[index] as FileSource
    expect(await hasBytes(push.file_url, wanted)).toBe(true)
  }
  expect(calls.filter((call) => call === 'POST /v3/finish-upload')).toHaveLength(3)
})

test('PUSH-030 API-082 an upload shows its progress, then that it is done, and its preview stays after it is sent', async () => {
  const ann = await signUp()
  const held = gate()
  const inner = withPieces(async (piece, send) => {
    if (piece === 2) await held.passed
    return send()
  })
  const sendPush = gate()
  const sent: string[] = []
  const session = await started(ann, {
    platform: {
      ...inner,
      fetch: async (url, request) => {
        if (url.endsWith('/v2/pushes') && request.method === 'POST') {
          sent.push(request.body ?? '')
          await sendPush.passed
        }
        return inner.fetch(url, request)
      },
    },
  })
  const seen: (number | undefined)[] = []
  const picture = { looks: 'like this' }
  const [guid] = session.push.sendFiles([file('two.bin', 2 * limits.pieceSize, 'image/x-none', picture)], session.target.me)
  const stop = session.push.history(session.target.me).subscribe(() => seen.push(itemOf(session, guid)?.progress))
  await untilItem(session, guid, (now) => now?.progress === 0.5)
  expect(itemOf(session, guid)).toMatchObject({ uploading: true, preview: picture })
  expect(itemOf(session, guid)?.upload_done).toBeUndefined()
  held.open()
  await untilItem(session, guid, (now) => now?.upload_done === true)
  expect(itemOf(session, guid)).toMatchObject({ state: 'sending' })
  expect(itemOf(session, guid)?.uploading).toBeUndefined()
  sendPush.open()
  await settled(session, 1)
  // Local fields of a ghost are not sent.
  expect(sent).toHaveLength(1)
  const fields = Object.keys(JSON.parse(sent[0] as string))
  expect(fields).toEqual(expect.arrayContaining(['type', 'guid', 'file_url']))
  const notes = ['ghost', 'progress', 'error', 'sent', 'uploading', 'upload_done', 'preview', 'kept', 'created']
  expect(fields.filter((name) => notes.includes(name) || name.startsWith('no_'))).toEqual([])
  stop()
  expect(itemOf(session, guid)?.preview).toBe(picture)
  const known = seen.filter((progress) => progress !== undefined)
  expect(known).toEqual([...known].sort((a, b) => a - b))
  expect(known).toContain(0.25)
})

test('PUSH-021 files are uploaded two at a time and sent in the order in which they were queued, and a note does not wait for them', async () => {
  const ann = await signUp()
  const gates = [gate(), gate(), gate(), gate()]
  const order: number[] = []
  let most = 0
  let now = 0
  const inner = platform
  const sizes = [1_001, 1_002, 1_003, 1_004]
  const session = await started(ann, {
    platform: {
      ...inner,
      send(url, bytes, onSent) {
        const index = sizes.indexOf((bytes as Uint8Array).length)
        order.push(index)
        most = Math.max(most, ++now)
        const sending = (gates[index] as (typeof gates)[number]).passed.then(() => inner.send?.(url, bytes, onSent).answer)
        return { answer: sending.finally(() => now--) as never, stop() {} }
      },
    },
  })
  session.push.sendFiles(
    sizes.map((size, index) => file(`${index}.txt`, size)),
    session.target.me,
  )
  session.push.send({ body: 'words' }, session.target.me)
  await until(session.push.history(session.target.me), ({ items }) =>
    items.some((each) => each.push.body === 'words' && each.state === 'settled'),
  )
  gates[1]?.open()
  await untilItem(
    session,
    itemsOf(session).find(({ push }) => push.file_name === '1.txt')?.key,
    (each) => each?.upload_done === true,
  )
  gates[2]?.open()
  gates[3]?.open()
  expect(itemsOf(session).filter(({ state }) => state === 'settled')).toHaveLength(1)
  gates[0]?.open()
  await settled(session, 5)
  expect(itemsOf(session).map(({ push }) => push.body ?? push.file_name)).toEqual(['words', '0.txt', '1.txt', '2.txt', '3.txt'])
  expect(most).toBe(2)
  // Two uploads start together, so either may send its bytes first.
  expect([order.slice(0, 2).sort(), order.slice(2)]).toEqual([
    [0, 1],
    [2, 3],
  ])
})

test('PUSH-022 PUSH-023 PUSH-026 PUSH-031 a failed piece fails the push, and a retry resumes the upload', async () => {
  const ann = await signUp()
  let fails = true
  const pieces: number[] = []
  const network = withPieces((piece, send) => {
    pieces.push(piece)
    return piece === 2 && fails ? Promise.resolve({ status: 500 }) : send()
  })
  const session = await started(ann, { platform: hasty(10, network) })
  const [guid] = session.push.sendFiles([file('x.bin', 2 * limits.pieceSize)], session.target.me)
  await untilItem(session, guid, (now) => now?.state === 'failed')
  expect(itemOf(session, guid)).toMatchObject({ error: 'Uplading chunk 2 failed.' })
  expect(itemOf(session, guid)?.uploading).toBeUndefined()
  fails = false
  pieces.length = 0
  session.push.retry(guid as string)
  expect(itemOf(session, guid)).toMatchObject({ state: 'sending', uploading: true })
  await settled(session, 1)
  expect(pieces).toEqual([2])
})

test('PUSH-026 a retry starts over if the server has lost the upload', async () => {
  const ann = await signUp()
  let fails = true
  const network = withPieces((piece, send) => (piece === 2 && fails ? Promise.resolve({ status: 500 }) : send()))
  let id = ''
  const watching = watched(async (call, send) => {
    const answer = await send()
    if (call !== 'POST /v3/start-upload') return answer
    const text = await answer.text()
    id = JSON.parse(text).id
    return { status: answer.status, text: async () => text }
  })
  const session = await started(ann, { platform: hasty(10, { ...network, fetch: watching.platform.fetch }) })
  const [guid] = session.push.sendFiles([file('x.bin', 2 * limits.pieceSize)], session.target.me)
  await untilItem(session, guid, (now) => now?.state === 'failed')
  await server.request('/v3/abort-upload', { token: ann.token, body: { id } })
  fails = false
  session.push.retry(guid as string)
  await settled(session, 1)
  expect(watching.calls.filter((call) => call === 'POST /v3/start-upload')).toHaveLength(2)
})

test('PUSH-028 PUSH-032 a canceled upload says so and can be retried; a discarded one disappears here and is aborted on the server', async () => {
  const ann = await signUp()
  const held = gate()
  const network = withPieces(async (_piece, send) => {
    await held.passed
    return send()
  })
  const watching = watched()
  const session = await started(ann, { platform: { ...network, fetch: watching.platform.fetch } })
  const aborted = () => watching.calls.filter((call) => call === 'POST /v3/abort-upload').length
  const [one, two] = session.push.sendFiles([file('one'), file('two')], session.target.me)
  await until(session.push.history(session.target.me), ({ items }) => items.every(({ progress }) => progress === 0))
  session.push.cancelUpload(one as string)
  expect(itemOf(session, one)).toMatchObject({ state: 'failed', error: 'File upload canceled' })
  session.push.discard(two as string)
  expect(itemOf(session, two)).toBeUndefined()
  expect(aborted()).toBe(2)
  held.open()
  session.push.retry(one as string)
  await settled(session, 1)
  expect(bodies(itemsOf(session))).toEqual([undefined])
  expect(itemOf(session, one)?.push.file_name).toBe('one')
})

test('PUSH-028 a canceled upload does not resume by itself', async () => {
  const ann = await signUp()
  const begun = gate()
  const network = withPieces(() => {
    begun.open()
    return new Promise(() => {})
  })
  const waits: number[] = []
  const after: Platform['after'] = (milliseconds, work) => {
    waits.push(milliseconds)
    return platform.after(milliseconds, work)
  }
  const session = await started(ann, { platform: { ...network, after } })
  const [guid] = session.push.sendFiles([file('film')], session.target.me)
  await begun.passed
  session.push.cancelUpload(guid as string)
  session.push.send({ body: 'meanwhile' }, session.target.me)
  await settled(session, 1)
  // A piece that was interrupted is retried after a second.
  expect(waits).not.toContain(1_000)
  expect(itemOf(session, guid)).toMatchObject({ state: 'failed', error: 'File upload canceled' })
})

test('PUSH-033 a file that is too big fails with a message and an offer to upgrade', async () => {
  const ann = await signUp()
  const { platform } = watched((call, send) => {
    if (call !== 'POST /v3/start-upload') return send()
    const error = { code: 'file_too_big', type: 'invalid_request', message: 'File is too big. At most 25 MB.' }
    return Promise.resolve({ status: 400, text: async () => JSON.stringify({ error }) })
  })
  const session = await started(ann, { platform })
  const [guid] = session.push.sendFiles([file('big')], session.target.me)
  await untilItem(session, guid, (now) => now?.state === 'failed')
  expect(itemOf(session, guid)).toMatchObject({ error: 'File is too big. At most 25 MB.', upgrade: true })
})

test('PUSH-029 without a network a file waits, and is uploaded when the network is back', async () => {
  const ann = await signUp()
  let down = true
  const { platform } = watched((call, send) => (down && call.startsWith('POST') ? Promise.reject(new Error('down')) : send()))
  const session = await started(ann, { platform: hasty(10, platform) })
  const [guid] = session.push.sendFiles([file('later')], session.target.me)
  await until(session.$connection, (connection) => connection === 'connected')
  expect(itemOf(session, guid)).toMatchObject({ state: 'sending', uploading: true })
  down = false
  await settled(session, 1)
})

test('PUSH-026 an interrupted upload waits, and resumes when the network is back', async () => {
  const ann = await signUp()
  let down = false
  const pieces: number[] = []
  const broken = gate()
  const lines = withPieces((piece, send) => {
    pieces.push(piece)
    if (piece === 2 && pieces.length === 2) down = true
    if (!down) return send()
    broken.open()
    return Promise.reject(new Error('The line was cut.'))
  })
  const { platform } = watched((call, send) => {
    if (down && call.startsWith('POST /v3/get-upload')) statusCalls.push(call)
    return down ? Promise.reject(new Error('down')) : send()
  })
  const statusCalls: string[] = []
  const session = await started(ann, { platform: hasty(10, { ...lines, fetch: platform.fetch }) })
  const [guid] = session.push.sendFiles([file('x.bin', 2 * limits.pieceSize)], session.target.me)
  await broken.passed
  await until(session.$connection, () => true)
  expect(itemOf(session, guid)).toMatchObject({ state: 'sending', uploading: true })
  // The network is away for longer than a piece is retried.
  while (statusCalls.length < 3) await new Promise<void>((resolve) => setImmediate(resolve))
  expect(itemOf(session, guid)).toMatchObject({ state: 'sending', uploading: true })
  down = false
  await settled(session, 1)
  expect(pieces).toEqual([1, 2, 2])
})

test('PUSH-031 a piece that is interrupted again and again although the server is reachable fails the push', async () => {
  const ann = await signUp()
  let pieces = 0
  const network = withPieces(() => {
    pieces++
    return Promise.reject(new Error('cut'))
  })
  const session = await started(ann, { platform: hasty(50, network) })
  const [guid] = session.push.sendFiles([file('x.bin')], session.target.me)
  await untilItem(session, guid, (now) => now?.state === 'failed')
  expect(itemOf(session, guid)).toMatchObject({ error: 'Uplading chunk 1 failed.' })
  expect(pieces).toBe(6)
})

test('PUSH-021 rate-limited files do not hold up others', async () => {
  const ann = await signUp()
  let refused = 0
  const { platform } = watched(async (call, send) => {
    if (call !== 'POST /v3/start-upload' || refused >= 2) return send()
    refused++
    return { status: 429, headers: { get: () => '300' }, text: async () => 'slow down' }
  })
  const session = await started(ann, { platform })
  const bob = await session.chat.start('bob@example.org')
  const target = session.target.find('people', bob.with?.email ?? '') as typeof session.target.me
  session.push.sendFiles([file('a'), file('b')], target)
  session.push.sendFiles([file('c')], session.target.me)
  await settled(session, 1)
  expect(itemsOf(session, target).map(({ state }) => state)).toEqual(['sending', 'sending'])
})

test('PUSH-026 after a reload the user has to choose the file again, and only its missing pieces are uploaded', async () => {
  const ann = await signUp()
  const saved = savedInMemory()
  const never = gate()
  const network = withPieces(async (piece, send) => {
    if (piece === 2) await never.passed
    return send()
  })
  const first = await started(ann, { saved, platform: network })
  const [guid] = first.push.sendFiles([file('big.bin', 2 * limits.pieceSize)], first.target.me)
  await untilItem(first, guid, (now) => now?.progress === 0.5)
  first.close()

  const pieces: number[] = []
  const counting = withPieces((piece, send) => {
    pieces.push(piece)
    return send()
  })
  const second = await started(ann, { saved, platform: counting })
  expect(itemOf(second, guid)).toMatchObject({ state: 'failed', lost: true, push: { file_name: 'big.bin' } })
  expect(itemOf(second, guid)?.error).toMatch(/file again/)
  second.push.retry(guid as string)
  expect(itemOf(second, guid)?.state).toBe('failed')
  second.push.retry(guid as string, file('big.bin', 2 * limits.pieceSize))
  await settled(second, 1)
  expect(pieces).toEqual([2])
  const [sent] = itemsOf(second)
  expect(await hasBytes(sent?.push.file_url, file('', 2 * limits.pieceSize))).toBe(true)
})
