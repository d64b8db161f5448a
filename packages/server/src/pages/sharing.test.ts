import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a share before the service worker is installed leads to the page that says so, and nothing is stored', async () => {
  const form = new FormData()
  form.append('text', 'Bring the tent')
  form.append('files', new Blob([randomBytes(20 * 2 ** 20)]), 'holiday.mp4')
  for (const body of [form, new URLSearchParams({ text: 'a' }), 'no form', null]) {
    const answer = await fetch(`${server.origin}/share-target`, { method: 'POST', body, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/share?problem=again#people/me'])
  }
  expect(await server.app.db.all('SELECT * FROM upload')).toEqual([])
})

test('a share is answered before its body is there, so a huge one is not waited for', async () => {
  const { hostname, port } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  socket.write(`POST /share-target HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: multipart/form-data; boundary=a\r\n`)
  socket.write('Content-Length: 50000000000\r\n\r\n--a\r\n')
  const [line] = await new Promise<string[]>((resolve) => socket.once('data', (data) => resolve(String(data).split('\r\n'))))
  expect(line).toBe('HTTP/1.1 303 See Other')
  socket.destroy()
})

interface Written {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

function writtenRequests(): Written[] {
  const page = readFileSync(new URL('../../../web/public/pages/share-from-iphone.md', import.meta.url), 'utf8')
  return Array.from(page.matchAll(/```http\n(.*?)```/gs), ([, text = '']) => {
    const [head = '', ...rest] = text.replace(/^ {3}/gm, '').trim().split('\n\n')
    const [first = '', ...headers] = head.split('\n')
    const [method = '', url = ''] = first.split(' ')
    const fields = headers.map((line) => line.split(': ') as [string, string])
    return { method, url, headers: Object.fromEntries(fields), body: rest.join('\n\n') }
  })
}

async function send({ method, url, headers, body }: Written, values: Record<string, string>, file?: Blob) {
  const filled = (text: string) => Object.entries(values).reduce((all, [name, value]) => all.replaceAll(name, value), text)
  if (headers['Content-Type'] !== 'multipart/form-data')
    return fetch(filled(url), {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, filled(value)]),
      body: filled(body),
    })
  const [, field = '', name = ''] = /^(\w+)=@(.+)$/.exec(body) ?? []
  const form = new FormData()
  form.append(field, file ?? new Blob([]), name)
  return fetch(filled(url), { method, body: form })
}

test('the requests that the page about iPhones shows work as described there', async () => {
  const { token } = await server.signUp('iphone@example.org')
  const made = await server.request('/v3/create-access-token', { token, body: { name: 'Shortcut', scope: 'push:write files' } })
  const values = { TOKEN: made.body.access_token as string, '{origin}': server.origin }
  const [link, note, ask, put, file, ...others] = writtenRequests() as [Written, Written, Written, Written, Written]
  expect(others).toEqual([])
  for (const [request, wanted] of [
    [link, { type: 'link', url: 'https://example.org/a-page', direction: 'self' }],
    [note, { type: 'note', body: 'What was shared', direction: 'self' }],
  ] as const) {
    const answer = await send(request, values)
    expect([answer.status, await answer.json()]).toMatchObject([200, wanted])
  }
  const upload = (await (await send(ask, values)).json()) as Json
  const picture = randomBytes(5_000)
  const more = { ...values, '{upload_url}': upload.upload_url, '{file_url}': upload.file_url }
  expect((await send(put, more, new Blob([picture]))).status).toBe(204)
  const sent = (await (await send(file, more)).json()) as Json
  expect(sent).toMatchObject({ type: 'file', file_name: 'IMG_0001.jpg', file_type: 'image/jpeg', file_size: 5_000 })
  expect(Buffer.from(await (await fetch(sent.file_url)).arrayBuffer())).toEqual(picture)
  // The shortcut sends an empty type for an extension missing from its dictionary.
  const unknown = await send({ ...ask, body: ask.body.replace('image/jpeg', '') }, values)
  expect([unknown.status, await unknown.json()]).toMatchObject([200, { file_type: 'application/octet-stream' }])
})
