import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../http/test-sockets.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

// Programs that send their token only after a 401 challenge, in the versions installed on this machine.

let server: TestServer
let token: string
let port: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.signUp('ana@example.org', 'Ana')).token
  port = new URL(server.origin).port
})
afterAll(() => server.close())

const challenge = 'Basic realm="Pushbullet"'

/** The status and challenge of the response to a request with only these headers: `fetch` adds some that browsers send. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body = '') {
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const [answer] = await say(server.origin, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  return [answer?.status, answer?.headers['www-authenticate']]
}

const upgrade = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': btoa('0123456789abcdef'),
}

const oauthForm = 'grant_type=authorization_code&code=x'
const sizeOf = (body: string) => ({ 'content-length': String(body.length) })

/** Requests refused with 401: by a call, before its body is read, by routes that are not calls, and before routing. */
const refused: [what: string, path: string, headers?: Record<string, string>, method?: string, body?: string][] = [
  ['a call', '/v2/users/me'],
  ['a call with a wrong token', '/v2/users/me', { 'access-token': 'o.wrong' }],
  ['a call that writes', '/v2/pushes', { 'content-length': '0' }, 'POST'],
  ['a call of version 3', '/v3/start-upload', { 'content-length': '0' }, 'POST'],
  ['a client of OAuth', '/oauth2/token', { authorization: `Basic ${btoa('someone:')}`, ...sizeOf(oauthForm) }, 'POST', oauthForm],
  ['a stream of lines', '/streaming/o.wrong'],
  ['a stream as a WebSocket', '/websocket/o.wrong', upgrade],
  ['the metrics, through a proxy', '/metrics', { 'x-forwarded-for': '203.0.113.7' }],
]

test('each 401 of the API asks for Basic authorization, and none of those that a browser shows a dialog for does', async () => {
  for (const [what, path, headers = {}, method, body] of refused) {
    const asked = async (more: Record<string, string> = {}) => [what, ...(await ask(path, { ...headers, ...more }, method, body))]
    expect(await asked()).toEqual([what, 401, challenge])
    for (const mode of ['cors', 'no-cors', 'same-origin', 'navigate', 'websocket'])
      expect(await asked({ 'sec-fetch-mode': mode })).toEqual([what, 401, undefined])
    // Over plain HTTP, browsers do not send `Sec-Fetch-Mode`.
    expect(await asked({ 'x-user-agent': 'waypost-web/162' })).toEqual([what, 401, undefined])
    expect(await asked({ 'upgrade-insecure-requests': '1' })).toEqual([what, 401, undefined])
    expect(await asked({ origin: 'http://waypost.example' })).toEqual([what, 401, headers === upgrade ? undefined : challenge])
  }
})

test('other refusals, and the interfaces of ntfy and Gotify, which do not ask either, have no challenge', async () => {
  const wrong = { authorization: `Basic ${btoa(':tk_wrong')}` }
  const others: [path: string, status: number, headers?: Record<string, string>][] = [
    ['/v2/unknown', 404],
    ['/some-topic/json?poll=1', 401, wrong],
    ['/application', 401],
    ['/current/user', 401],
    ['/stream', 401, upgrade],
    ['/files/key/name', 404],
  ]
  for (const [path, status, headers] of others) {
    expect([path, ...(await ask(path, headers))]).toEqual([path, status, undefined])
  }
})

function has(program: string, ...words: string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const python = `
import sys, json, urllib.request
origin, token = sys.argv[1:]
passwords = urllib.request.HTTPPasswordMgr()
passwords.add_password('Pushbullet', origin, token, '')
asked = urllib.request.build_opener(urllib.request.HTTPBasicAuthHandler(passwords))
print(json.load(asked.open(origin + '/v2/users/me'))['email'])
push = json.dumps({'type': 'note', 'body': 'from urllib'}).encode()
request = urllib.request.Request(origin + '/v2/pushes', push, {'Content-Type': 'application/json'})
print(json.load(asked.open(request))['body'])
`

const perl = `
use LWP::UserAgent;
my ($port, $origin, $token) = @ARGV;
my $agent = LWP::UserAgent->new;
$agent->credentials("localhost:$port", 'Pushbullet', $token, '');
print $agent->get("$origin/v2/users/me")->decoded_content;
print $agent->post("$origin/v2/pushes", { type => 'note', body => 'from LWP' })->decoded_content;
`

const programs: [name: string, there: boolean, runs: () => (readonly [program: string, words: string[]])[]][] = [
  [
    'wget',
    has('wget', '--version'),
    () => {
      const words = ['-q', '-O', '-', `--user=${token}`, '--password=']
      return [
        ['wget', [...words, `${server.origin}/v2/users/me`]],
        ['wget', [...words, '--post-data=type=note&body=from wget', `${server.origin}/v2/pushes`]],
      ]
    },
  ],
  [
    'curl',
    has('curl', '--version'),
    () => {
      const words = ['-sS', '--fail', '--anyauth', '-u', `${token}:`]
      return [
        ['curl', [...words, `${server.origin}/v2/users/me`]],
        ['curl', [...words, '-d', 'type=note', '-d', 'body=from curl', `${server.origin}/v2/pushes`]],
      ]
    },
  ],
  ['urllib', has('python3', '-c', 'import urllib.request'), () => [['python3', ['-c', python, server.origin, token]]]],
  ['LWP', has('perl', '-MLWP::UserAgent', '-e', '1'), () => [['perl', ['-e', perl, port, server.origin, token]]]],
]

for (const [name, there, runs] of programs)
  test.skipIf(!there)(`${name} signs in when it is asked to, to read and to write`, async () => {
    const env = { ...process.env, no_proxy: 'localhost' }
    let output = ''
    for (const [program, words] of runs()) output += (await promisify(execFile)(program, words, { env, timeout: 60_000 })).stdout
    expect(output).toContain('ana@example.org')
    const { body } = await server.request('/v2/pushes', { token })
    expect(body.pushes.map((push: Json) => push.body)).toContain(`from ${name}`)
  })
