import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { basic, type Sent, send } from './test-gotify.ts'

// One line per request: the request, the status, the JSON keys of the response, and the description of its error.

let server: TestServer
const known: Record<string, string> = {}
const password = 'a password for tests'
const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')

beforeAll(async () => {
  server = await startTestServer()
  const { token } = await server.signUp('ana@example.org', 'Ana')
  const { token: stranger } = await server.signUp('bo@example.org', 'Bo')
  const personal = basic('ana@example.org', password)
  const app = await send(server, '/application', { body: { name: 'Backup', description: 'At night' }, headers: personal })
  const client = await send(server, '/client', { body: { name: 'Phone' }, headers: personal })
  const other = await send(server, '/application', { body: { name: 'Theirs' }, key: stranger })
  const theirs = await send(server, '/message', { body: { message: 'private' }, key: other.json.token })
  const first = await send(server, '/message', { body: { message: 'first' }, key: app.json.token })
  const gone = await send(server, '/application', { body: { name: 'Gone' }, key: client.json.token })
  const pushOnly = await server.request('/v3/create-access-token', { token, body: { name: 'Push', scope: 'push' } })
  Object.assign(known, {
    APP: app.json.token,
    CLIENT: client.json.token,
    SESSION: token,
    APPID: String(app.json.id),
    CLIENTID: String(client.json.id),
    GONE: String(gone.json.id),
    THEIRAPP: String(other.json.id),
    THEIRMESSAGE: String(theirs.json.id),
    MESSAGE: String(first.json.id),
    PUSH: pushOnly.body.access_token ?? '',
  })
})
afterAll(() => server.close())

const message = 'appid date id message priority title'
const withExtras = 'appid date extras id message priority title'
const app = 'createdAt defaultPriority description id image internal lastUsed name sortKey token'
const client = 'createdAt id lastUsed name token'
const page = 'messages paging'
const error = 'error errorCode errorDescription'
const noAccess = 'you need to provide a valid access token or user credentials to access this api'

const asApp: Sent = { key: 'APP' }
const asClient: Sent = { key: 'CLIENT' }
const personal: Sent = { headers: basic('ana@example.org', password) }
const form = (text: string): Sent => ({ body: text, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
const file = (name: string, bytes: Buffer, field = 'file'): Sent => {
  const body = new FormData()
  body.append(field, new Blob([new Uint8Array(bytes)]), name)
  return { ...asClient, body }
}

type Line = [method: string, path: string, sent: Sent, status: number, keys: string, description?: string]

const lines: Line[] = [
  ['GET', '/version', {}, 200, 'buildDate commit version'],
  ['GET', '/version', { key: 'wrong' }, 200, 'buildDate commit version'],
  ['GET', '/health', {}, 200, 'database health'],
  ['HEAD', '/health', {}, 200, ''],
  ['GET', '/gotifyinfo', {}, 404, error, 'page not found'],
  ['GET', '/static/defaultapp.png', {}, 200, ''],
  ['GET', '/image/nothing.png', {}, 404, error, 'page not found'],
  ['GET', '/user', asClient, 404, error, 'page not found'],
  ['GET', '/plugin', asClient, 404, error, 'page not found'],
  ['POST', '/auth/local/login', personal, 404, error, 'page not found'],
  ['GET', '/current/user', {}, 401, error, noAccess],
  ['GET', '/current/user', { key: 'wrong' }, 401, error, noAccess],
  ['GET', '/current/user', asApp, 401, error, noAccess],
  ['GET', '/current/user', asClient, 200, 'admin createdAt id name'],
  ['GET', '/current/user?token=CLIENT', {}, 200, 'admin createdAt id name'],
  ['GET', '/current/user', { headers: { authorization: 'Bearer CLIENT' } }, 200, 'admin createdAt id name'],
  ['GET', '/current/user', { headers: { authorization: 'bearer CLIENT' } }, 200, 'admin createdAt id name'],
  ['GET', '/current/user', personal, 200, 'admin createdAt id name'],
  ['GET', '/current/user', { headers: basic('ana@example.org', 'wrong') }, 401, error],
  ['GET', '/current/user', { headers: basic('nobody@example.org', password) }, 401, error],
  ['GET', '/current/user', { key: 'PUSH' }, 403, error],
  ['POST', '/message', { ...asApp, body: { message: 'hi' } }, 200, message],
  ['POST', '/message', { ...asApp, body: { Message: 'hi', TITLE: 'T', Priority: 8 } }, 200, message],
  ['POST', '/message', { ...asApp, body: { message: 'hi', extras: { 'my::thing': { a: [1, null] } } } }, 200, withExtras],
  ['POST', '/message', { ...asApp, body: { message: 'hi', extras: null, date: 'x', unknown: 1 } }, 200, message],
  ['POST', '/message', { ...asApp, ...form('message=hi&title=T&priority=5') }, 200, message],
  ['POST', '/message?token=APP&message=hi', {}, 200, message],
  ['POST', '/message?token=APP', form('message=hi'), 200, message],
  ['POST', '/message', {}, 401, error, noAccess],
  ['POST', '/message', { body: { message: 'hi' } }, 401, error, noAccess],
  ['POST', '/message', { ...asApp, body: {} }, 400, error, "Field 'message' is required"],
  ['POST', '/message', { ...asApp, body: { message: '' } }, 400, error, "Field 'message' is required"],
  ['POST', '/message', { ...asApp, body: { message: 5 } }, 400, error, "Field 'message' must be a string"],
  [
    'POST',
    '/message',
    { ...asApp, body: { message: 'hi', priority: 'high' } },
    400,
    error,
    "Field 'priority' must be an integer",
  ],
  ['POST', '/message', { ...asApp, body: { message: 'hi', priority: 1.5 } }, 400, error, "Field 'priority' must be an integer"],
  ['POST', '/message', { ...asApp, body: { message: 'hi', extras: [] } }, 400, error, "Field 'extras' must be an object"],
  [
    'POST',
    '/message',
    { ...asApp, body: '{"message"', headers: { 'content-type': 'application/json' } },
    400,
    error,
    'the body is not valid JSON',
  ],
  [
    'POST',
    '/message',
    { ...asApp, body: '[]', headers: { 'content-type': 'application/json' } },
    400,
    error,
    'the body is not a JSON object',
  ],
  ['POST', '/message', { ...asApp, body: '', headers: { 'content-type': 'application/json' } }, 400, error, 'EOF'],
  [
    'POST',
    '/message',
    { ...asApp, body: 'hi', headers: { 'content-type': 'text/plain' } },
    400,
    error,
    "Field 'message' is required",
  ],
  [
    'POST',
    '/message',
    { ...asApp, body: { message: 'x'.repeat(131_073) } },
    400,
    error,
    "Field 'message' must have at most 131072 characters",
  ],
  [
    'POST',
    '/message',
    { ...asClient, body: { message: 'hi' } },
    400,
    error,
    'appid is required when not authenticating with an application token',
  ],
  [
    'POST',
    '/message',
    { ...asClient, body: '{"message":"hi","appid":APPID}', headers: { 'content-type': 'application/json' } },
    200,
    message,
  ],
  [
    'POST',
    '/message',
    { ...asClient, body: '{"message":"hi","appid":THEIRAPP}', headers: { 'content-type': 'application/json' } },
    404,
    error,
  ],
  ['GET', '/message', asClient, 200, page],
  ['GET', '/message?limit=1&since=0', asClient, 200, page],
  ['GET', '/message?limit=0', asClient, 400, error, "Field 'limit' must be more or equal to 1"],
  ['GET', '/message?limit=201', asClient, 400, error, "Field 'limit' must be less or equal to 200"],
  ['GET', '/message?since=-1', asClient, 400, error, "Field 'since' must be more or equal to 0"],
  ['GET', '/message?limit=x', asClient, 400, error, "Field 'limit' must be an integer"],
  ['GET', '/message', asApp, 401, error, noAccess],
  ['GET', '/message', { key: 'SESSION' }, 200, page],
  ['GET', '/application/APPID/message', asClient, 200, page],
  ['GET', '/application/THEIRAPP/message', asClient, 404, error, 'application does not exist'],
  ['GET', '/application/x/message', asClient, 400, error, 'invalid id'],
  ['DELETE', '/message/1', asClient, 404, error, 'message does not exist'],
  ['DELETE', '/message/x', asClient, 400, error, 'invalid id'],
  ['DELETE', '/message/THEIRMESSAGE', asClient, 404, error, 'message does not exist'],
  ['DELETE', '/message/MESSAGE', asApp, 401, error, noAccess],
  ['DELETE', '/message/MESSAGE', asClient, 200, ''],
  ['DELETE', '/message/MESSAGE', asClient, 404, error, 'message does not exist'],
  ['DELETE', '/application/THEIRAPP/message', asClient, 404, error, 'application does not exist'],
  ['PUT', '/message/1', asClient, 404, error, 'page not found'],
  ['GET', '/message/1', asClient, 404, error, 'page not found'],
  ['GET', '/application', asClient, 200, app],
  ['GET', '/application', asApp, 401, error, noAccess],
  ['POST', '/application', { ...asClient, body: { name: 'New', defaultPriority: 5 } }, 200, app],
  ['POST', '/application', { ...asClient, ...form('name=Form&description=D') }, 200, app],
  ['POST', '/application', { ...asClient, body: {} }, 400, error, "Field 'name' is required"],
  ['POST', '/application', { ...asClient, body: { name: ' ' } }, 400, error, "Field 'name' is required"],
  ['PUT', '/application/APPID', { ...asClient, body: { name: 'Backup 2' } }, 200, app],
  ['PUT', '/application/THEIRAPP', { ...asClient, body: { name: 'Mine' } }, 404, error],
  ['PUT', '/application/APPID', { ...asClient, body: {} }, 400, error, "Field 'name' is required"],
  ['DELETE', '/application/THEIRAPP', asClient, 404, error],
  ['DELETE', '/application/GONE', asClient, 200, ''],
  ['DELETE', '/application/GONE', asClient, 404, error],
  ['POST', '/application/APPID/image', file('a.png', png), 200, app],
  ['POST', '/application/APPID/image', file('a.txt', png), 400, error, 'invalid file extension'],
  ['POST', '/application/APPID/image', file('a.png', Buffer.from('<svg/>')), 400, error, 'file must be an image'],
  ['POST', '/application/APPID/image', file('a.png', png, 'other'), 400, error, "file with key 'file' must be present"],
  ['POST', '/application/APPID/image', { ...asClient, body: {} }, 400, error, 'the form could not be read'],
  ['POST', '/application/THEIRAPP/image', file('a.png', png), 404, error],
  ['DELETE', '/application/APPID/image', asClient, 200, ''],
  ['DELETE', '/application/APPID/image', asClient, 400, error],
  ['GET', '/client', asClient, 200, client],
  ['GET', '/client', asApp, 401, error, noAccess],
  ['POST', '/client', { ...personal, body: { name: 'Tablet' } }, 200, client],
  ['POST', '/client', { ...asClient, body: { name: 'Another' } }, 403, error],
  ['POST', '/client', { ...personal, body: {} }, 400, error, "Field 'name' is required"],
  ['PUT', '/client/CLIENTID', { ...asClient, body: { name: 'Phone 2' } }, 200, client],
  ['PUT', '/client/1', { ...asClient, body: { name: 'x' } }, 404, error, "client with id 1 doesn't exists"],
  ['DELETE', '/client/x', asClient, 400, error, 'invalid id'],
  ['POST', '/client/CLIENTID/elevate', { ...asClient, body: {} }, 404, error, 'page not found'],
  ['GET', '/stream', asClient, 400, ''],
  ['GET', '/stream', {}, 401, error, noAccess],
  ['GET', '/stream?token=APP', {}, 401, error, noAccess],
  ['OPTIONS', '/message', { headers: { origin: 'https://example.org' } }, 403, ''],
]

const filled = (text: string) => text.replace(/\b[A-Z]{3,}\b/g, (name) => known[name] ?? name)

test.each(lines)('%s %s with %j is answered with %i', async (method, path, sent, status, keys, description) => {
  const headers = Object.fromEntries(Object.entries(sent.headers ?? {}).map(([name, value]) => [name, filled(value)]))
  const body = typeof sent.body === 'string' ? filled(sent.body) : sent.body
  const answer = await send(server, filled(path), {
    ...sent,
    method,
    headers,
    ...(body !== undefined && { body }),
    key: sent.key && filled(sent.key),
  })
  const first = Array.isArray(answer.json) ? answer.json[0] : answer.json
  expect([
    answer.status,
    Object.keys(first ?? {})
      .sort()
      .join(' '),
  ]).toEqual([status, keys])
  if (keys !== error) return
  expect(first.errorCode).toBe(status)
  if (description !== undefined) expect(first.errorDescription).toBe(description)
})
