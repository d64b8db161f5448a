import { pieceBytes } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { type FileSource, platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import { setUpPeople, signUp, started } from '../session/test-people.ts'
import { gate, itemsOf, settled, watched } from '../session/test-sessions.ts'
import { file, itemOf, untilItem, withPieces } from './test-uploads.ts'

setUpPeople()

async function hasBytes(url: string | undefined, { size, slice }: FileSource): Promise<boolean> {
  const found = new Uint8Array(await (await fetch(url ?? '')).arrayBuffer())
  const wanted = slice(0, size) as Uint8Array
  return found.length === size && found.every((byte, index) => byte === wanted[index])
}

test('PUSH-012 PUSH-029 API-034 API-035 API-036 each file becomes its own push, with its bytes unchanged', async () => {
  const ann = await signUp()
  const { calls, platform } = watched()
  const session = await started(ann, { platform })
  const files = [file('a.txt'), file('b.bin', 0, ''), file('c.bin', pieceBytes + 7, 'application/pdf')]
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
  const [guid] = session.push.sendFiles([file('two.bin', 2 * pieceBytes, 'image/x-none', picture)], session.target.me)
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
  const saved = inMemoryStore()
  const never = gate()
  const network = withPieces(async (piece, send) => {
    if (piece === 2) await never.passed
    return send()
  })
  const first = await started(ann, { saved, platform: network })
  const [guid] = first.push.sendFiles([file('big.bin', 2 * pieceBytes)], first.target.me)
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
  second.push.retry(guid as string, file('big.bin', 2 * pieceBytes))
  await settled(second, 1)
  expect(pieces).toEqual([2])
  const [sent] = itemsOf(second)
  expect(await hasBytes(sent?.push.file_url, file('', 2 * pieceBytes))).toBe(true)
})

test('several pictures carry the guid of the first as their album, and what is known about them; other files do not', async () => {
  const ann = await signUp()
  const session = await started(ann)
  const colors = 'jpyOnI58njmWnJacZXhEtv/btpk0dSx1'
  const picture = { ...file('a.png', 1_000, 'image/png'), facts: async () => ({ image_colors: colors }) }
  const files = [picture, file('b.png', 1_001, 'image/png'), file('c.txt')]
  const [first] = session.push.sendFiles(files, session.target.me, undefined, 'a caption')
  await settled(session, 3)
  const sent = itemsOf(session).map(({ push }) => [push.album, push.image_colors, push.body])
  expect(sent).toEqual([
    [first, colors, 'a caption'],
    [first, undefined, undefined],
    [undefined, undefined, undefined],
  ])
  const pushes = itemsOf(session).map(({ push }) => push)
  session.push.forward(pushes.slice(0, 2), [session.target.me])
  await settled(session, 5)
  const [one, other] = itemsOf(session).slice(-2)
  expect([one?.push.album, other?.push.album]).toEqual([one?.key, one?.key])
  expect(one?.key).not.toBe(first)
})

test('a picture of an album whose upload fails holds up none of the others', async () => {
  const ann = await signUp()
  const { send } = platform as Required<typeof platform>
  const refused = { answer: Promise.resolve({ status: 400, text: async () => '' }), stop() {} }
  const session = await started(ann, {
    platform: {
      ...platform,
      send: (url, bytes, onSent) => ((bytes as Uint8Array).length === 1_002 ? refused : send(url, bytes, onSent)),
    },
  })
  const files = [1_001, 1_002, 1_003].map((size) => file(`${size}.png`, size, 'image/png'))
  const guids = session.push.sendFiles(files, session.target.me)
  await until(session.push.history(session.target.me), ({ items }) => items.every(({ state }) => state !== 'sending'))
  expect(guids.map((guid) => itemOf(session, guid)?.state)).toEqual(['settled', 'failed', 'settled'])
})

test('a voice message carries its length and loudness from the start; a file that takes its place does not', async () => {
  const ann = await signUp()
  const { send } = platform as Required<typeof platform>
  const refused = { answer: Promise.resolve({ status: 400, text: async () => '' }), stop() {} }
  const session = await started(ann, {
    platform: {
      ...platform,
      send: (url, bytes, onSent) => ((bytes as Uint8Array).length === 1_001 ? refused : send(url, bytes, onSent)),
    },
  })
  const recording = { duration: 18.4, peaks: '0123456789'.repeat(4) }
  const recorded = (size: number) => ({ ...file('a.webm', size, 'audio/webm'), recording })
  const [sent, failed] = session.push.sendFiles([recorded(1_000), recorded(1_001)], session.target.me)
  expect(itemOf(session, sent)).toMatchObject({ state: 'sending', push: recording })
  expect(session.push.fileOf(sent ?? '')?.size).toBe(1_000)
  await untilItem(session, sent, (item) => item?.state === 'settled')
  expect(itemOf(session, sent)?.push).toMatchObject(recording)
  expect(session.push.fileOf(sent ?? '')).toBeUndefined()

  await untilItem(session, failed, (item) => item?.state === 'failed')
  session.push.retry(failed ?? '', file('b.webm', 1_002, 'audio/webm'))
  await untilItem(session, failed, (item) => item?.state === 'settled')
  expect(itemOf(session, failed)?.push).toMatchObject({ file_name: 'b.webm' })
  expect(itemOf(session, failed)?.push).not.toHaveProperty('peaks')

  const [push] = itemsOf(session).map((item) => item.push)
  if (push) session.push.forward([push], [session.target.me])
  await settled(session, 3)
  expect(itemsOf(session).at(-1)?.push).toMatchObject(recording)
})
