import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inMemoryStore, openSession } from '@waypost/client'
import { createPush, listPushes, type Push } from '@waypost/protocol'
import { expect, test, vi } from 'vitest'
import { root } from '../prepare.mjs'
import { answerTo } from './answers.ts'
import { answerTo as replyTo } from './phone-apps.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers differ for each call
type Json = any

test('GAP-068 the demonstration has content everywhere, and leaves nothing behind', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'waypost-demo-test-'))
  const demo = spawn(process.execPath, [join(root, 'scripts/demo/demo.ts')], {
    env: { ...process.env, WAYPOST_PORT: '0', TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => demo.once('close', resolve))
  try {
    let said = ''
    for (const stream of [demo.stdout, demo.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    }
    await vi.waitFor(() => expect(said).toContain('Ctrl+C ends it'), { timeout: 150_000, interval: 100 })
    const [, origin, hash, email, password] = /Open {2}(\S+)\/(#\S+)\n {2}with {2}(\S+)\n {2}and {3}(\S+)/.exec(said) ?? []
    expect([hash, email, password]).toEqual(['#people/ben@example.org', 'demo@example.org', 'waypost-demo'])
    // biome-ignore lint/suspicious/noExplicitAny: answers differ for each call
    const call = async (path: string, token?: string, body?: object): Promise<any> => {
      const answer = await fetch(origin + path, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'Content-Type': 'application/json', ...(token && { 'Access-Token': token }) },
      })
      return answer.json()
    }
    const { access_token } = await call('/provider/local/sign-in', undefined, { email, password })
    const { api_key } = await call('/v2/authenticate', undefined, { type: 'local', access_token })
    const all = await call('/v2/everything', api_key)
    const named = (type: string) => all[type].map(({ nickname, name }: { nickname?: string; name?: string }) => nickname ?? name)
    expect(named('devices').sort()).toEqual(['Desktop', 'Home server', 'Phone', 'Tablet'])
    expect(named('channels')).toEqual(['Allotment 12'])
    expect(all.chats).toHaveLength(7)
    for (const chat of all.chats) expect(chat.with.image_url).toContain(origin)
    for (const tag of ['river-level', 'night-sky', 'ferry-times', 'allotment-12'])
      expect((await call(`/v2/pushes?channel_tag=${tag}&limit=50`, api_key)).pushes, tag).toHaveLength(20)
    expectEveryKind(all)
    expect(all.scheduled_pushes ?? (await call('/v2/scheduled_pushes', api_key)).scheduled_pushes).toHaveLength(1)
    const device = (name: string) => all.devices.find(({ nickname }: { nickname: string }) => nickname === name)
    expect(device('Desktop')).toMatchObject({ remote_files: 'enabled' })
    expect(device('Phone')).toMatchObject({ type: 'android', icon: 'phone', has_sms: true })
    await vi.waitFor(async () => {
      const { threads } = await call(`/v2/permanents/${device('Phone').iden}_threads`, api_key)
      expect(threads.length).toBeGreaterThan(2)
      expect(threads.map(({ latest }: { latest: { status?: string } }) => latest.status)).toContain('failed')
    })
    await vi.waitFor(async () => {
      const { threads } = await call(`/v2/permanents/${device('Phone').iden}_threads`, api_key)
      const mia = threads.find(({ recipients: [first, ...others] }: Json) => first.name === 'Mia Torres' && others.length === 0)
      const { thread } = await call(`/v2/permanents/${device('Phone').iden}_thread_${mia.id}`, api_key)
      expect(thread.some(({ image_urls }: Json) => image_urls?.[0].startsWith('data:image/png;base64,'))).toBe(true)
    })
    await expectPhone(origin as string, api_key, device('Phone').iden)
    await expectAnswer(origin as string, api_key)
    demo.kill('SIGINT')
    expect(await ended).toBe(0)
    await expect(fetch(origin ?? '')).rejects.toThrow()
    expect(readdirSync(temporary).filter((name) => name.startsWith('waypost'))).toEqual([])
  } finally {
    demo.kill('SIGTERM')
    await ended
    rmSync(temporary, { recursive: true, force: true })
  }
})

/** Two weeks hold an album, a voice message, a list, an address, an edit, a reply, a pin, a reaction and a deletion. */
function expectEveryKind({ pushes }: { pushes: Push[] }): void {
  const has = (kind: string, isOfIt: (push: Push) => unknown) => expect(pushes.some(isOfIt), kind).toBe(true)
  for (const type of ['note', 'link', 'file', 'address', 'list']) has(type, (push) => push.type === type)
  for (const field of ['album', 'duration', 'edited', 'reply_to', 'pinned', 'reactions', 'deleted_by_sender'] as const)
    has(field, (push) => push[field])
  const times = pushes.map(({ created }) => created)
  const days = (Date.now() / 1_000 - Math.min(...times)) / 86_400
  expect(days).toBeGreaterThan(12)
  expect(days).toBeLessThan(15)
  expect(Math.max(...times)).toBeLessThan(Date.now() / 1_000)
}

/** A chat that the phone shows is answered, and its answer is shown with the icon of the app. */
async function expectPhone(origin: string, token: string, phone: string): Promise<void> {
  const session = openSession({ origin, token, saved: inMemoryStore(), agent: 'demo-test' })
  try {
    const seen: Json[] = []
    session.onEphemeral((ephemeral) => seen.push(ephemeral))
    await session.start()
    const message = 'Where do we meet?'
    const conversation_iden = { package_name: 'org.parley.chat', tag: 'lena', id: '1' }
    await session.sendEphemeral({
      type: 'messaging_extension_reply',
      package_name: conversation_iden.package_name,
      source_user_iden: '',
      target_device_iden: phone,
      conversation_iden,
      message,
    })
    const body = replyTo(message, 0)
    const answer = await vi.waitFor(() => {
      const found = seen.find((ephemeral) => ephemeral.type === 'mirror' && ephemeral.body === body)
      expect(found).toBeDefined()
      return found
    })
    expect(answer).toMatchObject({ source_device_iden: phone, application_name: 'Parley', title: 'Lena Hoff', conversation_iden })
    expect(answer.actions).toEqual([{ label: 'Mark as read', trigger_key: 'Mark as read' }])
    expect(Buffer.from(answer.icon, 'base64').subarray(1, 4).toString()).toBe('PNG')
  } finally {
    session.close()
  }
}

/** Ben types, and answers within five seconds. */
async function expectAnswer(origin: string, token: string): Promise<void> {
  const session = openSession({ origin, token, saved: inMemoryStore(), agent: 'demo-test' })
  try {
    const seen: unknown[] = []
    session.onEphemeral((ephemeral) => ephemeral.type === 'typing' && seen.push('typing'))
    session.onPush((push) => push.direction === 'incoming' && seen.push(push.body))
    await session.start()
    const { created } = await session.call(createPush, { type: 'note', body: 'Where do we meet?', email: 'ben@example.org' })
    await vi.waitFor(() => expect(seen).toEqual(['typing', answerTo({ body: 'Where' })]))
    const { pushes } = await session.call(listPushes, { email: 'ben@example.org', limit: 1 })
    const wait = (pushes[0]?.created ?? 0) - created
    expect(wait).toBeGreaterThan(2)
    expect(wait).toBeLessThan(5)
  } finally {
    session.close()
  }
}
