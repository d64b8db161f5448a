import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { threadTime } from '../processor/test-blocks.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { bytesOf, hash, postForm } from './test-uploads.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the older upload: fields first, one part called file, exactly 204', async () => {
  const { token } = await server.signUp('form@example.org')
  const bytes = randomBytes(3_000_000)
  const started = await server.request('/v2/upload-request', {
    token,
    body: 'file_name=%2Fhome%2Fme%2Fcat.png&file_type=image%2Fpng',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(started.body).toMatchObject({ file_name: 'cat.png', file_type: 'image/png' })
  const names = ['acl', 'awsaccesskeyid', 'content-type', 'key', 'policy', 'signature']
  expect(Object.keys(started.body.data)).toEqual(names)
  expect(started.body.data).toEqual(Object.fromEntries(names.map((name) => [name, expect.stringMatching(/./)])))
  expect((await fetch(started.body.file_url)).status).toBe(404)
  const response = await postForm(started.body.upload_url, [
    ...Object.entries<string>(started.body.data),
    ['file', bytes, '/home/me/cat.png'],
  ])
  expect([response.status, await response.text()]).toEqual([204, ''])
  expect(hash(await bytesOf(started.body.file_url))).toBe(hash(bytes))
  expect((await postForm(started.body.upload_url, [['file', bytes, 'again']])).status).toBe(404)

  // Without a file name the part looks like any field.
  const odd = await server.request('/v2/upload-request', { token, body: { file_name: 'a.txt' } })
  expect((await postForm(odd.body.upload_url, [['file', '[object Object]']], token)).status).toBe(204)
  expect(String(await bytesOf(odd.body.file_url))).toBe('[object Object]')
})

test('an old program asks for the older upload with a query', async () => {
  const { token } = await server.signUp('query@example.org')
  const { status, body } = await server.request('/v2/upload-request?file_name=a.txt&file_type=text%2Fplain', { token })
  expect([status, body.file_name, body.file_type]).toEqual([200, 'a.txt', 'text/plain'])
  expect((await postForm(body.upload_url, [['file', Buffer.from('words'), 'a.txt']])).status).toBe(204)
  expect(String(await bytesOf(body.file_url))).toBe('words')
})

test('a form that does not say how long it is', async () => {
  const { token } = await server.signUp('chunked@example.org')
  const { body } = await server.request('/v2/upload-request', { token, body: { file_name: 'a.txt' } })
  const text = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhello\r\n--b--\r\n'
  const options = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, duplex: 'half' } as const
  expect((await fetch(body.upload_url, { ...options, body: new Blob([text]).stream() })).status).toBe(204)
  expect(String(await bytesOf(body.file_url))).toBe('hello')
})

test('a form that cannot be read is refused, leaves nothing and can be sent again', async () => {
  const { token } = await server.signUp('broken-form@example.org')
  const { body } = await server.request('/v2/upload-request', { token, body: { file_name: 'a.txt', file_type: 'text/plain' } })
  const raw = (text: string, type?: string) =>
    fetch(body.upload_url, { method: 'POST', body: text, headers: type ? { 'content-type': type } : {} })
  const multipart = 'multipart/form-data; boundary=b'
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhello'
  for (const [text, type] of [
    [part, undefined],
    [part, 'multipart/form-data'],
    [part, multipart],
    ['', multipart],
    ['no form at all', multipart],
    [`${part.replace('"file"', '"other"')}\r\n--b--\r\n`, multipart],
  ] as const)
    expect([text, (await raw(text, type)).status]).toEqual([text, 400])
  expect((await fetch(body.file_url)).status).toBe(404)
  const used = async () =>
    (await server.app.db.one<{ size: number }>('SELECT SUM(size) AS size FROM upload WHERE state = $1', ['open']))?.size
  expect(Number(await used())).toBe(0)
  expect((await raw(`${part}\r\n--b--\r\n`, multipart)).status).toBe(204)
  expect(String(await bytesOf(body.file_url))).toBe('hello')
})

test('a form of more parts than a program sends is refused at the first of them that is too many', async () => {
  const { token } = await server.signUp('parts@example.org')
  const { body } = await server.request('/v2/upload-request', { token, body: { file_name: 'a.txt' } })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhello\r\n'
  const empty = '--b\r\n\r\n\r\n'
  const field = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'
  const send = (text: string) => fetch(body.upload_url, { method: 'POST', headers, body: text })
  for (const parts of [empty.repeat(200), file + empty.repeat(200), field.repeat(200) + file]) {
    const refused = await send(`${parts}--b--\r\n`)
    expect([refused.status, JSON.parse(await refused.text()).error.message]).toEqual([
      400,
      'The form has too many parts: at most 101.',
    ])
  }
  // The form need not be complete for that, and its sender reads the response while still sending.
  expect((await send(empty.repeat(200))).status).toBe(400)
  expect((await send(`${field.repeat(100)}${file}--b--\r\n`)).status).toBe(204)
  expect(String(await bytesOf(body.file_url))).toBe('hello')
})

test('a form of nothing but empty parts takes no more of the processor than a file of its length', async () => {
  const { token } = await server.signUp('empty-parts@example.org')
  const worked = async (text: (size: number) => string, status: number) => {
    const { body } = await server.request('/v2/upload-request', { token, body: { file_name: 'a.txt' } })
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const form = text(5 * 2 ** 20)
    const post = () => fetch(body.upload_url, { method: 'POST', headers, body: form })
    return threadTime(async () => expect((await post()).status).toBe(status))
  }
  const empty = '--b\r\n\r\n\r\n'
  const emptyParts = (size: number) => `${empty.repeat(size / empty.length)}--b--\r\n`
  const file = (size: number) =>
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(size)}\r\n--b--\r\n`
  await worked(file, 204)
  expect(await worked(emptyParts, 400)).toBeLessThan(5 * (await worked(file, 204)))
})
