// On the engines too: ranges are read from the file store.

import { pieceBytes } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { rangeOf, servedAs } from './served-as.ts'

let server: TestServer
let token: string
let account: { iden: string }
beforeAll(async () => {
  server = await startTestServer()
  ;({ token, account } = await server.signUp('sender@example.org'))
})
afterAll(() => server.close())

async function upload(bytes: Uint8Array | string, name: string, type?: string, as = token) {
  const data = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  const { body } = await server.request('/v3/start-upload', { token: as, body: { name, size: data.length, type } })
  for (const [index, url] of body.piece_urls.entries()) {
    const piece = new Uint8Array(data.subarray(index * pieceBytes, (index + 1) * pieceBytes))
    expect((await fetch(url, { method: 'POST', body: piece })).status).toBe(200)
  }
  return (await server.request('/v3/finish-upload', { token: as, body: { id: body.id } })).body
}

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers })
const push = async (body: object, as = token) => (await server.request('/v2/pushes', { token: as, body })).body

function png(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([header, size, Buffer.from('0802000000907753de', 'hex'), Buffer.alloc(200)])
}

/** A 640 by 480 pixel photo from a camera turned by 90 degrees: its Exif orientation is 6. */
const uprightPhoto = Buffer.from(
  'ffd8ffe100224578696600004d4d002a00000008000101120003000000010006000000000000' +
    'ffc0001108' + // 8 bits a colour
    '01e00280' + // height and width
    '03012200021101031101ffd9',
  'hex',
)

test('a file is served whole and in parts, and is not fetched twice', async () => {
  const { file_url: url } = await upload('0123456789', 'ten.txt', 'text/plain')
  const whole = await get(url)
  expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
  const etag = whole.headers.get('etag') as string
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': '10',
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'access-control-allow-origin': '*',
  })
  for (const [range, part, contentRange] of [
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=4-4', '4', 'bytes 4-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ] as const) {
    const answer = await get(url, { range })
    expect([range, answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      range,
      206,
      contentRange,
      part,
    ])
  }
  for (const range of ['bytes=10-', 'bytes=-0', 'bytes=99-100']) {
    const answer = await get(url, { range })
    expect([range, answer.status, answer.headers.get('content-range')]).toEqual([range, 416, 'bytes */10'])
  }
  for (const range of ['bytes=4-2', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=-']) expect((await get(url, { range })).status).toBe(200)
  expect((await get(url, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
  expect((await get(url, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)

  expect((await get(url, { 'if-none-match': `"a", W/${etag}` })).status).toBe(304)
  expect((await get(url, { 'if-none-match': '"a"' })).status).toBe(200)
  const head = await get(url, {}, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
  expect((await get(url.replace(/files\/..../, 'files/0000'))).status).toBe(404)
  expect(rangeOf('bytes=0-', 0)).toBe('none')
})

test('a part that reaches over pieces', async () => {
  const bytes = Buffer.alloc(pieceBytes + 5, 'ab')
  bytes.write('XYZ12345', pieceBytes - 3)
  const { file_url } = await upload(bytes, 'long.bin')
  const start = pieceBytes - 3
  expect(await (await get(file_url, { range: `bytes=${start}-${start + 4}` })).text()).toBe('XYZ12')
})

test('GAP-051 nothing that a stranger uploaded is active on our origin', async () => {
  for (const type of [
    'text/html',
    'image/svg+xml',
    'text/xml',
    'application/xhtml+xml',
    'text/javascript',
    'application/pdf',
    'Text/HTML; charset=utf-8',
    'nonsense',
    'text/html\r\nx-evil: 1',
    '',
  ]) {
    const { file_url } = await upload('<script>alert(1)</script>', 'page.html', type)
    const { status, headers } = await get(file_url)
    expect([type, status, headers.get('content-disposition')?.split(';')[0], headers.get('x-evil')]).toEqual([
      type,
      200,
      'attachment',
      null,
    ])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  }
  for (const type of ['image/png', 'IMAGE/JPEG', 'video/mp4', 'audio/mpeg', 'text/plain'])
    expect(servedAs(type, 'a')['content-disposition']).toBe(`inline; filename="a"; filename*=UTF-8''a`)
  expect(servedAs('text/plain;charset=latin1', 'a')['content-type']).toBe('text/plain; charset=latin1')
  expect(servedAs('nonsense; charset=utf-8', 'a')['content-type']).toBe('application/octet-stream')
})

test('any name can be saved under', async () => {
  const name = 'a "quoted"\r\nx-evil: 1; 100% ünïcode \u{1f600} (1)*\'.txt'
  const { file_url, file_name } = await upload('x', name, 'application/zip')
  const oneLine = name.replace('\r\n', ' ')
  expect(file_name).toBe(oneLine)
  const { status, headers } = await get(file_url)
  expect([status, headers.get('x-evil')]).toEqual([200, null])
  const disposition = headers.get('content-disposition') as string
  expect(disposition).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''[A-Za-z0-9%!._~-]+$/)
  expect(decodeURIComponent(disposition.split("''")[1] as string)).toBe(oneLine)
  for (const odd of ['..', '.', '/', 'x/..', ' ', '\ud800']) {
    const { file_url, file_name } = await upload('x', odd)
    expect([file_name, (await get(file_url)).status]).toEqual([odd === '\ud800' ? '\ufffd' : 'file', 200])
  }
})

test('API-036 a push of an uploaded file says how many bytes it has; what a sender claims is not taken for it', async () => {
  const { file_url } = await upload('twelve bytes', 'a.txt', 'text/plain')
  const reader = await server.signUp('reader@example.org')
  const sent = await push({ type: 'file', file_url, file_size: 99, email: 'reader@example.org' })
  expect(sent.file_size).toBe(12)
  const [received] = (await server.request('/v2/pushes', { token: reader.token })).body.pushes
  expect(received).toMatchObject({ direction: 'incoming', file_size: 12 })
  for (const url of ['https://example.org/a.txt', file_url.replace('localhost', 'elsewhere'.slice(0, 'localhost'.length))]) {
    const elsewhere = await push({ type: 'file', file_url: url, file_size: 99 })
    expect(elsewhere.file_url).toBe(url)
    expect(elsewhere).not.toHaveProperty('file_size')
  }
  await server.request(`/v2/pushes/${received.iden}`, { method: 'DELETE', token: reader.token })
  const [gone] = (await server.request('/v2/pushes', { token: reader.token })).body.pushes
  expect(gone).not.toHaveProperty('file_size')
})

test('API-036 the size of a picture is read, and file pushes carry it', async () => {
  const picture = await upload(png(640, 480), 'p.png', 'image/png')
  expect(picture).toMatchObject({ image_url: picture.file_url, image_width: 640, image_height: 480 })
  const sent = await push({ type: 'file', file_url: picture.file_url, body: 'look', image_width: 5 })
  expect(sent).toMatchObject({ type: 'file', file_name: 'p.png', file_type: 'image/png' })
  expect(sent).toMatchObject({ image_url: picture.file_url, image_width: 640, image_height: 480 })

  const turned = await upload(uprightPhoto, 'p.jpg', 'image/jpeg')
  expect(turned).toMatchObject({ image_width: 480, image_height: 640 })
  for (const [width, height] of [
    [0, 5],
    [5, 0],
  ] as const)
    expect(await upload(png(width, height), 'p.png', 'image/png'), `${width} x ${height}`).not.toHaveProperty('image_width')
  expect(await upload(png(1_000_001, 5), 'p.png', 'image/png')).toMatchObject({ image_width: 1_000_000, image_height: 5 })
  const broken = await upload('no picture', 'p.png', 'image/png')
  expect(broken.image_url).toBe(broken.file_url)
  expect(broken).not.toHaveProperty('image_width')
  const text = await upload(png(3, 4), 'p.txt', 'text/plain')
  expect(text).not.toHaveProperty('image_url')
  const lied = await push({ type: 'file', file_url: text.file_url, file_type: 'image/png' })
  expect(lied).not.toHaveProperty('image_url')
  // It may still be drawn, so its size is recorded, as is that of a picture beside another file.
  expect(lied).toMatchObject({ image_width: 3, image_height: 4 })
  const beside = { file_url: 'https://example.org/a.zip', image_url: text.file_url, image_width: 1, image_height: 1 }
  expect(await push({ type: 'file', ...beside })).toMatchObject({ image_width: 3, image_height: 4 })
  const elsewhere = await push({ type: 'file', file_url: 'https://example.org/a.png', file_type: 'image/png', image_width: 7 })
  expect(elsewhere).toMatchObject({ image_url: 'https://example.org/a.png', image_width: 7 })
})

test('API-082 what a client notes of an upload for itself is not kept', async () => {
  const { file_url } = await upload('x', 'x.bin')
  const notes = { ghost: true, progress: 0.5, error: 'x', sent: true, uploading: true, upload_done: true, no_x: true }
  const sent = await push({ type: 'file', file_url, ...notes })
  expect(sent.file_url).toBe(file_url)
  for (const note of Object.keys(notes)) expect(sent).not.toHaveProperty(note)
})

test('a file goes with the last push that refers to it, also under another name, and its room is free again', async () => {
  const friend = await server.signUp('friend@example.org')
  const { file_url: url } = await upload('both need it', 'b.txt', 'text/plain')
  const first = await push({ type: 'file', file_url: url, email: 'friend@example.org' })
  const again = await push({ type: 'file', file_url: `${url.slice(0, url.lastIndexOf('/'))}/another-name` })
  expect(again.file_url).toBe(url)
  const [received] = (await server.request('/v2/pushes', { token: friend.token })).body.pushes
  const status = async () => {
    await server.app.jobs.processAll()
    return (await get(url)).status
  }
  for (const [iden, as, left] of [
    [first.iden, token, 200],
    [again.iden, token, 200],
    [received.iden, friend.token, 404],
  ]) {
    await server.request(`/v2/pushes/${iden}`, { method: 'DELETE', token: as })
    expect(await status()).toBe(left)
  }
  expect(await server.app.db.all("SELECT * FROM upload WHERE name = 'b.txt'")).toEqual([])

  // The sender knows the URL of an unfinished file, but must not be able to delete it with that.
  const { body } = await server.request('/v2/upload-request', { token, body: { file_name: 'later.txt' } })
  const early = await push({ type: 'file', file_url: body.file_url })
  await server.request(`/v2/pushes/${early.iden}`, { method: 'DELETE', token })
  await server.app.jobs.processAll()
  const data = new FormData()
  data.append('file', 'now')
  expect((await fetch(body.upload_url, { method: 'POST', body: data })).status).toBe(204)
})

test('the files of an account go with it', async () => {
  const leaver = await server.signUp('leaver@example.org')
  const { file_url: url } = await upload('gone', 'g.txt', 'text/plain', leaver.token)
  const mine = await upload('mine', 'm.txt', 'text/plain')
  const sent = await push({ type: 'file', file_url: mine.file_url, email: 'leaver@example.org' })
  await server.request(`/v2/pushes/${sent.iden}`, { method: 'DELETE', token })
  await server.request('/v3/start-upload', { token: leaver.token, body: { name: 'half', size: 9 } })
  await server.request('/v2/users/me', { method: 'DELETE', token: leaver.token })
  await server.app.jobs.processAll(microseconds() + 120_000_000)
  expect((await get(url)).status).toBe(404)
  expect((await get(mine.file_url)).status).toBe(404)
  expect(await server.app.db.all('SELECT * FROM upload WHERE owner = $1', [leaver.account.iden])).toEqual([])
  expect(account.iden).not.toBe(leaver.account.iden)
})

test('a picture of over 40 megapixels, or of unknown size, is not served to be drawn, whatever it is called and wherever it stands', async () => {
  const drawn = async (url: string, headers: Record<string, string> = { 'sec-fetch-dest': 'image' }) =>
    (await get(url, headers)).status
  const large = (await upload(png(20_000, 20_000), 'bomb.png', 'image/png')).file_url
  const named = (await upload(png(20_000, 20_000), 'notes.txt', 'text/plain')).file_url
  for (const url of [large, named, `${large}?large=1`]) {
    expect(await drawn(url)).toBe(403)
    expect(await drawn(url, { accept: 'image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5' })).toBe(403)
    expect(await drawn(url, { 'sec-fetch-dest': 'image', 'if-none-match': '*' })).toBe(403)
    // Links that save it, and scripts that read it after a click.
    expect(await drawn(url, { 'sec-fetch-dest': 'empty' })).toBe(200)
    expect(await drawn(url, { 'sec-fetch-dest': 'document', accept: 'text/html,image/avif,*/*' })).toBe(200)
    expect((await get(url)).headers.get('cache-control')).toBe('private, no-cache')
  }
  expect(await drawn((await upload(png(6_000, 6_000), 'photo.png', 'image/png')).file_url)).toBe(200)
  expect(await drawn((await upload('no picture', 'broken.png', 'image/png')).file_url)).toBe(403)
  // From a version that measured nothing.
  const [old, small] = [large, (await upload(png(60, 60), 'old.png', 'image/png')).file_url]
  await server.app.db.write((tx) => tx.run('UPDATE upload SET image_width = NULL, image_height = NULL', []))
  expect([await drawn(old), await drawn(small)]).toEqual([403, 200])
})

test('a drawing is served to be drawn only without pictures inside', async () => {
  const bomb = 'data:image/png;base64,iVBORw0KGgo='
  const drawn = async (inside: string | Buffer, before = '') => {
    const bytes = typeof inside === 'string' ? `${before}<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>` : inside
    const { file_url } = await upload(bytes, 'drawing.svg', 'image/svg+xml')
    return (await get(file_url, { 'sec-fetch-dest': 'image' })).status
  }
  expect(await drawn('<circle r="5" data-name="dot" style="fill: url(#a)"/>')).toBe(200)
  expect(await drawn('<circle r="5"/>', '<?xml version="1.0" encoding="UTF-8"?>')).toBe(200)
  for (const hidden of [bomb, bomb.replace('data', 'DATA'), bomb.replace('data', 'da\nta'), bomb.replace('d', '&#100;')])
    expect(await drawn(`<image href="${hidden}"/>`)).toBe(403)
  expect(await drawn(`<style>svg { background: url(${bomb.replace('a', '\\61 ')}) }</style>`)).toBe(403)
  expect(await drawn(Buffer.from(`\ufeff<svg xmlns="http://www.w3.org/2000/svg"><image href="${bomb}"/></svg>`, 'utf16le'))).toBe(
    403,
  )
})
