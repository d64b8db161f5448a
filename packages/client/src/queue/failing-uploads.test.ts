import { pieceBytes } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { type Platform, platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import { server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { bodies, gate, hasty, itemsOf, settled, watched } from '../session/test-sessions.ts'
import { file, itemOf, untilItem, withPieces } from './test-uploads.ts'

setUpPeople()

test('PUSH-022 PUSH-023 PUSH-026 PUSH-031 a failed piece fails the push, and a retry resumes the upload', async () => {
  const ann = await signUp()
  let fails = true
  const pieces: number[] = []
  const network = withPieces((piece, send) => {
    pieces.push(piece)
    return piece === 2 && fails ? Promise.resolve({ status: 500 }) : send()
  })
  const session = await started(ann, { platform: hasty(10, network) })
  const [guid] = session.push.sendFiles([file('x.bin', 2 * pieceBytes)], session.target.me)
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
  const [guid] = session.push.sendFiles([file('x.bin', 2 * pieceBytes)], session.target.me)
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
  const [guid] = session.push.sendFiles([file('x.bin', 2 * pieceBytes)], session.target.me)
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
