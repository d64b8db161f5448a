import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterEach, expect, test, vi } from 'vitest'
import { environmentOf, program } from '../../test-cli.ts'
import { killedWithParent } from '../../test-process.ts'
import { machine, server, setUpAccounts, token } from '../../test-signed-in.ts'

let child: ChildProcess | undefined

setUpAccounts()
afterEach(async () => {
  child?.stdin?.end()
})

/** An assistant: it speaks JSON-RPC, one message per line, as MCP over stdio does (https://modelcontextprotocol.io). */
async function openAssistant(withToken: string) {
  await machine.run('login', '--server', server.origin, '--token', withToken, '--device', 'Assistant')
  const started = killedWithParent(
    spawn(process.execPath, [program, 'mcp'], { env: environmentOf(machine.settings), stdio: 'pipe' }),
  )
  child = started
  const waiting = new Map<number, (result: Record<string, unknown>) => void>()
  createInterface({ input: started.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line)
    waiting.get(id)?.(result ?? { error })
  })
  let id = 0
  const say = (message: object) => started.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const request = (method: string, params: object) =>
    // biome-ignore lint/suspicious/noExplicitAny: answers have every shape
    new Promise<any>((resolve) => {
      waiting.set(++id, resolve)
      say({ id, method, params })
    })
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } })
  say({ method: 'notifications/initialized' })
  return {
    request,
    async use(name: string, args: object) {
      const { content, isError } = await request('tools/call', { name, arguments: args })
      const text: string = content[0].text
      return isError ? { refused: text } : JSON.parse(text)
    },
  }
}

const tokenWith = async (...scopes: string[]) =>
  (await server.request('/v3/create-access-token', { token, body: { name: 'Assistant', scope: scopes.join(' ') } })).body
    .access_token

test('it lists its tools, sends, lists and searches', async () => {
  const assistant = await openAssistant(token)
  const { tools } = await assistant.request('tools/list', {})
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(['send', 'list', 'search', 'ask'])
  const { sent } = await assistant.use('send', { body: 'The harbour is open', title: 'Report', priority: 4 })
  expect((await server.request(`/v2/pushes/${sent.iden}`, { token })).body).toMatchObject({ title: 'Report', priority: 4 })
  expect((await assistant.use('list', { limit: 5 })).messages).toMatchObject([{ iden: sent.iden, body: 'The harbour is open' }])
  await vi.waitFor(async () => expect((await assistant.use('search', { query: 'harbour' })).messages).toHaveLength(1))
})

test('it waits for an answer', async () => {
  const assistant = await openAssistant(token)
  const answer = assistant.use('ask', { question: 'Shall I?', answers: ['Go', 'Stop'] })
  const push = await vi.waitFor(async () => {
    const [found] = (await server.request('/v2/pushes?active=true', { token })).body.pushes
    expect(found?.actions).toHaveLength(2)
    return found
  })
  await server.request(`/v2/pushes/${push.iden}/press`, { token, body: { action: push.actions[1].id } })
  expect(await answer).toEqual({ answer: 'Stop' })
  expect(await assistant.use('ask', { question: 'Quick?', seconds: 1 })).toEqual({ answer: null, because: 'timeout' })
})

test('a limited token does what its scopes permit, and no more', async () => {
  const assistant = await openAssistant(await tokenWith('push:read'))
  expect(await assistant.use('list', {})).toEqual({ messages: [] })
  expect(await assistant.use('send', { body: 'x' })).toMatchObject({ refused: expect.any(String) })
  expect((await server.request('/v2/pushes?active=true', { token })).body.pushes).toEqual([])
})

test('what is missing in a request is said to the assistant', async () => {
  const assistant = await openAssistant(token)
  const answer = await assistant.request('tools/call', { name: 'send', arguments: {} })
  expect(JSON.stringify(answer)).toContain('body')
})
