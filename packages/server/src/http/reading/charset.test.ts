import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test-server.ts'

// Text in charsets other than UTF-8 is decoded accordingly, and invalid bytes are refused.

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.signUp('ana@example.org')).token
})
afterAll(() => server.close())

async function post(body: Buffer, type: string) {
  const response = await fetch(`${server.origin}/v2/pushes`, {
    method: 'POST',
    headers: { 'access-token': token, 'content-type': type },
    body: new Uint8Array(body),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const json = '{"type":"note","body":"Grüße à é"}'
const utf16 = (text: string, first = '\ufeff') => Buffer.from(first + text, 'utf16le')
const form = 'application/x-www-form-urlencoded'
const part = (value: Buffer, type = '', name = 'body') =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n${type && `Content-Type: ${type}\r\n`}\r\n`),
    value,
    Buffer.from('\r\n'),
  ])
const multipart = (...parts: Buffer[]) => Buffer.concat([part(Buffer.from('note'), '', 'type'), ...parts, Buffer.from('--b--')])

test.each([
  ['JSON in Latin-1', Buffer.from(json, 'latin1'), 'application/json; charset=ISO-8859-1'],
  ['JSON in UTF-8', Buffer.from(json), 'application/json'],
  ['JSON in UTF-8 with a mark', Buffer.from(`\ufeff${json}`), 'application/json; charset=latin1'],
  ['JSON in UTF-16', utf16(json), 'application/json'],
  ['JSON in big-endian UTF-16', utf16(json).swap16(), 'application/json; charset="utf-16"'],
  ['JSON in UTF-16 by its name', utf16(json, ''), 'application/json; charset=utf-16le'],
  ['JSON in UTF-8 under a charset that does not exist', Buffer.from(json), 'application/json; charset=nonsense'],
  ['a form in Latin-1', Buffer.from('type=note&body=Gr%FC%DFe+%E0+\xe9', 'latin1'), `${form}; charset=iso-8859-1`],
  ['a form in UTF-8', Buffer.from('type=note&body=Gr%C3%BC%C3%9Fe+à+é'), form],
  ['a form that names its charset', Buffer.from('_charset_=windows-1252&type=note&body=Gr%FC%DFe+%E0+%E9'), form],
  ['a form in UTF-16', utf16('type=note&body=Grüße à é'), form],
  ['multipart in UTF-8', multipart(part(Buffer.from('Grüße à é'))), 'multipart/form-data; boundary=b'],
  [
    'a part with a charset',
    multipart(part(Buffer.from('Grüße à é', 'latin1'), 'text/plain; charset=latin1')),
    'multipart/form-data; boundary="b"',
  ],
  [
    'a multipart form that names its charset',
    multipart(part(Buffer.from('Grüße à é', 'latin1')), part(Buffer.from('iso-8859-1'), '', '_charset_')),
    'multipart/form-data; boundary=b',
  ],
])('%s is read', async (_name, bytes, type) => {
  const { status, body } = await post(bytes, type)
  expect([status, body.body]).toEqual([200, 'Grüße à é'])
})

test.each([
  ['JSON in Latin-1', Buffer.from(json, 'latin1'), 'application/json'],
  ['JSON in Latin-1 under another name', Buffer.from(json, 'latin1'), 'application/json; charset=utf-8'],
  ['a form in Latin-1', Buffer.from('type=note&body=Gr\xfc\xdfe', 'latin1'), form],
  ['escapes in Latin-1', Buffer.from('type=note&body=Gr%FC%DFe'), form],
  ['a part in Latin-1', multipart(part(Buffer.from('Grüße', 'latin1'))), 'multipart/form-data; boundary=b'],
  ['half a character of UTF-16', Buffer.concat([utf16(json), Buffer.from('x')]), 'application/json'],
])('%s without a charset is refused, and nothing is stored', async (_name, bytes, type) => {
  const before = (await server.request('/v2/pushes', { token })).body.pushes.length
  const { status, body } = await post(bytes, type)
  expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  expect(body.error.message).toMatch(/^The text is not valid UTF-\w+\. Send UTF-8/)
  expect((await server.request('/v2/pushes', { token })).body.pushes.length).toBe(before)
})

test('a query in another charset is refused, and one in UTF-8 is read', async () => {
  const { status, body } = await server.request('/v2/channel-info?tag=caf%E9')
  expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  expect((await server.request('/v2/pushes?email=caf%C3%A9@example.org', { token })).status).toBe(200)
})

test('a field that is too long, or has too many entries, is refused by its limit', async () => {
  const message = async (path: string, body: object) => (await server.request(path, { token, body })).body.error
  expect(await message('/v2/pushes', { type: 'note', body: 'x'.repeat(131_073) })).toMatchObject({
    code: 'invalid_param',
    param: 'body',
    message: 'body: at most 131,072 characters',
  })
  const items = Array(1_001).fill('x')
  expect((await message('/v2/pushes', { type: 'list', items })).message).toBe('items: at most 1,000 entries')
  expect((await message('/v2/chats', { email: `${'x'.repeat(400)}@example.org` })).message).toBe('email: at most 320 characters')
  expect((await message('/v2/pushes', { body: 'x'.repeat(2 ** 21) })).message).toBe(
    'The request is too large: at most 1,048,576 bytes.',
  )
})
