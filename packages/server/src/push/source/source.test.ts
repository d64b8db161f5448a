// On the engines too: messages of sources expire by jobs, and are counted in SQL.

import { expect, test } from 'vitest'
import { findSource } from '../../source/rows.ts'
import { startTestServer } from '../../test-server.ts'
import { clearMessages, deleteMessage, deliver, withdrawMessages } from './deliver.ts'
import { findLogged, logAfter, logBefore } from './log-rows.ts'

const server = await startTestServer()
const people = { count: 0 }
const person = async () => {
  const email = `p${people.count++}@example.org`
  return { email, ...(await server.signUp(email)) }
}

async function make(token: string, fields: object = {}) {
  const { status, body } = await server.request('/v2/sources', { token, body: { name: 'Backup', ...fields } })
  expect(status).toBe(200)
  return body
}

const send = (token: string, source: string, fields: object) =>
  server.request('/v2/pushes', { token, body: { source_iden: source, ...fields } })
const historyOf = async (token: string, source: string) =>
  (await server.request(`/v2/history?conversation=source:${source}`, { token })).body.pushes
const sourceOf = async (token: string, iden: string) =>
  (await server.request('/v2/sources?active=true', { token })).body.sources.find((one: { iden: string }) => one.iden === iden)

const { deps } = server.app
const rowOf = async (iden: string) => {
  const row = await findSource(deps.db, iden)
  if (!row) throw new Error('There is no such source.')
  return row
}

test('a source is made with tokens that are shown once, and lists show it', async () => {
  const { token } = await person()
  const source = await make(token, { topic: 'backup_1' })
  expect(source).toMatchObject({ name: 'Backup', topic: 'backup_1', active: true })
  expect(source.ntfy_token).toMatch(/^tk_[a-z0-9]{29}$/)
  expect(source.gotify_token).toMatch(/^A[A-Za-z0-9._-]{14}$/)
  const { body } = await server.request('/v2/sources', { token })
  expect(body.sources).toMatchObject([{ iden: source.iden }])
  expect(JSON.stringify(body)).not.toContain(source.ntfy_token)
  expect((await server.request('/v2/everything', { token })).body.sources).toHaveLength(1)
  const replaced = (await server.request(`/v2/sources/${source.iden}/tokens`, { token, body: {} })).body
  expect(replaced.ntfy_token).toMatch(/^tk_/)
  expect(replaced.ntfy_token).not.toBe(source.ntfy_token)
})

test('a topic belongs to one source of the whole server, and reserved words are none', async () => {
  const [one, other] = [await person(), await person()]
  await make(one.token, { topic: 'alerts' })
  const taken = await server.request('/v2/sources', { token: other.token, body: { name: 'Mine', topic: 'alerts' } })
  expect([taken.status, taken.body.error.code]).toEqual([400, 'topic_taken'])
  for (const topic of ['v2', 'message', 'docs', 'a'.repeat(65), 'two words', 'a/b', '💥']) {
    const { status, body } = await server.request('/v2/sources', { token: one.token, body: { name: 'X', topic } })
    expect([topic, status, body.error.param]).toEqual([topic, 400, 'topic'])
  }
})

test('a message carries everything, is a note for old programs, and is in the conversation of its source alone', async () => {
  const { token } = await person()
  const source = await make(token, { default_priority: 4 })
  const rich = {
    title: 'Done',
    body: '**12 GB**',
    labels: ['tada', 'backup'],
    markdown: true,
    icon_url: 'https://example.org/icon.png',
    actions: [
      { action: 'view', label: 'Open', url: 'https://example.org' },
      { action: 'answer', label: 'Thanks', clear: true },
    ],
  }
  const { body } = await send(token, source.iden, rich)
  expect(body).toMatchObject({
    type: 'note',
    direction: 'incoming',
    source_iden: source.iden,
    sender_name: 'Backup',
    priority: 4,
    ...rich,
  })
  expect(body.actions[0].id).toMatch(/^\w{10}$/)
  expect(await historyOf(token, source.iden)).toMatchObject([{ iden: body.iden }])
  expect((await server.request('/v2/history?conversation=self', { token })).body.pushes).toEqual([])
  expect(await sourceOf(token, source.iden)).toMatchObject({ message_count: 1, last_message: body.created })
})

test.each([
  [{ priority: 6 }],
  [{ actions: [{ action: 'view', label: 'x', url: 'javascript:alert(1)' }] }],
  [{ actions: [{ action: 'http', label: 'x', url: 'ftp://example.org' }] }],
  [{ actions: [{ action: 'http', label: 'x', url: 'https://example.org', headers: { 'a\r\nb': 'c' } }] }],
  [{ actions: Array.from({ length: 4 }, () => ({ action: 'copy', label: 'x', value: 'y' })) }],
  [{ labels: Array.from({ length: 21 }, () => 'x') }],
  [{ icon_url: 'javascript:alert(1)' }],
  [{ expires: 1 }],
])('%j is refused', async (fields) => {
  const { token } = await person()
  const source = await make(token)
  const { status, body } = await send(token, source.iden, { body: 'x', ...fields })
  expect([status, body.error.code]).toEqual([400, 'invalid_param'])
})

test('another account neither sends to a source nor changes it', async () => {
  const [owner, stranger] = [await person(), await person()]
  const { iden } = await make(owner.token)
  expect((await send(stranger.token, iden, { body: 'x' })).status).toBe(400)
  for (const path of [`/v2/sources/${iden}`, `/v2/sources/${iden}/tokens`, `/v2/sources/${iden}/members`])
    expect((await server.request(path, { token: stranger.token, body: { email: stranger.email } })).status).toBe(404)
  expect((await server.request(`/v2/sources/${iden}`, { token: stranger.token, method: 'DELETE' })).status).toBe(404)
})

test('an update takes the place of its message in one change, for sources, devices and people', async () => {
  const [one, other] = [await person(), await person()]
  const source = await make(one.token)
  for (const where of [{ source_iden: source.iden }, {}, { email: other.email }]) {
    const before = (await server.request('/v2/pushes', { token: one.token, body: { body: '40 %', update_id: 'job', ...where } }))
      .body
    const after = (await server.request('/v2/pushes', { token: one.token, body: { body: '80 %', update_id: 'job', ...where } }))
      .body
    const { body } = await server.request(`/v2/everything?modified_after=${before.modified - 0.000_001}`, { token: one.token })
    expect(body.pushes.map(({ iden, active }: { iden: string; active: boolean }) => [iden, active]).toSorted()).toEqual(
      [
        [before.iden, false],
        [after.iden, true],
      ].toSorted(),
    )
  }
  const theirs = (await server.request(`/v2/history?conversation=email:${one.email}`, { token: other.token })).body.pushes
  expect(theirs.map(({ body }: { body: string }) => body)).toEqual(['80 %'])
  expect(await sourceOf(one.token, source.iden)).toMatchObject({ message_count: 1 })
})

test('members get each message once, and each reads it for themselves; a press reaches all', async () => {
  const [owner, member] = [await person(), await person()]
  const source = await make(owner.token)
  await send(owner.token, source.iden, { body: 'before' })
  const shared = await server.request(`/v2/sources/${source.iden}/members`, { token: owner.token, body: { email: member.email } })
  expect(shared.body.members).toEqual([{ email: member.email }])
  const [theirs] = (await server.request('/v2/sources', { token: member.token })).body.sources
  expect(theirs).toMatchObject({ name: 'Backup', shared_by: { email: owner.email } })
  expect(theirs.topic).toBeUndefined()

  const sent = (await send(owner.token, source.iden, { body: 'now', actions: [{ action: 'answer', label: 'Yes' }] })).body
  const [copy, ...none] = await historyOf(member.token, theirs.iden)
  expect([copy.body, none]).toEqual(['now', []])
  await server.request(`/v2/pushes/${copy.iden}`, { token: member.token, body: { dismissed: true } })
  expect((await historyOf(owner.token, source.iden))[0]).toMatchObject({ dismissed: false })

  const pressed = await server.request(`/v2/pushes/${copy.iden}/press`, {
    token: member.token,
    body: { action: copy.actions[0].id },
  })
  expect(pressed.body.press).toMatchObject({ label: 'Yes' })
  expect((await server.request(`/v2/pushes/${sent.iden}`, { token: owner.token })).body.press).toEqual(pressed.body.press)

  expect((await server.request(`/v2/sources/${theirs.iden}`, { token: member.token, body: { name: 'Mine' } })).status).toBe(403)
  expect((await server.request(`/v2/sources/${theirs.iden}`, { token: member.token, body: { muted: true } })).body.muted).toBe(
    true,
  )
  expect(await sourceOf(owner.token, source.iden)).not.toHaveProperty('muted')
  await server.request(`/v2/sources/${source.iden}`, { token: owner.token, body: { name: 'Nightly' } })
  expect(await sourceOf(member.token, theirs.iden)).toMatchObject({ name: 'Nightly', muted: true })

  await server.request(`/v2/sources/${source.iden}/members/${member.email}`, { token: owner.token, method: 'DELETE' })
  await server.app.jobs.processAll()
  expect(await sourceOf(member.token, theirs.iden)).toBeUndefined()
  expect(await historyOf(member.token, theirs.iden)).toEqual([])
  expect(await historyOf(owner.token, source.iden)).toHaveLength(2)
})

test('who blocks the owner gets nothing, which the owner does not learn, and can be taken off the list', async () => {
  const [owner, member] = [await person(), await person()]
  await server.request('/v2/blocks', { token: member.token, body: { email: owner.email } })
  const source = await make(owner.token)
  const path = `/v2/sources/${source.iden}/members`
  const shared = await server.request(path, { token: owner.token, body: { email: member.email } })
  expect(shared.body.members).toEqual([{ email: member.email }])
  expect((await send(owner.token, source.iden, { body: 'unheard' })).status).toBe(200)
  expect((await server.request('/v2/sources', { token: member.token })).body.sources).toEqual([])
  const ended = await server.request(`${path}/${member.email}`, { token: owner.token, method: 'DELETE' })
  expect([ended.status, ended.body.members]).toEqual([200, undefined])
  expect((await server.request(`${path}/${member.email}`, { token: owner.token, method: 'DELETE' })).status).toBe(404)
})

test('a deleted source takes its messages along and frees its topic', async () => {
  const [owner, member] = [await person(), await person()]
  const source = await make(owner.token, { topic: 'gone-soon' })
  await server.request(`/v2/sources/${source.iden}/members`, { token: owner.token, body: { email: member.email } })
  await send(owner.token, source.iden, { body: 'x' })
  await server.request(`/v2/sources/${source.iden}`, { token: owner.token, method: 'DELETE' })
  await server.app.jobs.processAll()
  expect(await historyOf(owner.token, source.iden)).toEqual([])
  expect((await server.request('/v2/sources?active=true', { token: member.token })).body.sources).toEqual([])
  expect((await send(owner.token, source.iden, { body: 'x' })).status).toBe(400)
  await make(member.token, { topic: 'gone-soon' })
})

test('the log has messages in the order of storing, and says what became of them', async () => {
  const { token } = await person()
  const { iden } = await make(token)
  const root = await rowOf(iden)
  const first = await deliver(deps, root, { body: 'one', update_id: 'a', foreign: { extras: { x: 1 } } })
  const second = await deliver(deps, root, { body: 'two' })
  expect(first).toMatchObject({
    event: 'message',
    update_id: 'a',
    content: { body: 'one', foreign: { extras: { x: 1 } } },
    waits: false,
  })
  expect(second.number).toBeGreaterThan(first.number)
  expect(await findLogged(deps.db, [iden], second.id)).toEqual(second)
  expect(await logAfter(deps.db, [iden], 'all')).toEqual([first, second])
  expect(await logAfter(deps.db, [iden], { number: first.number })).toEqual([second])
  expect(await logAfter(deps.db, [iden], 'latest')).toEqual([second])
  expect(await logBefore(deps.db, [iden], second.number)).toEqual([first])

  const cleared = await clearMessages(deps, root, 'a')
  expect((await historyOf(token, iden)).map(({ dismissed }: { dismissed: boolean }) => dismissed)).toEqual([false, true])
  const withdrawn = await withdrawMessages(deps, root, 'a')
  expect(await deleteMessage(deps, root, second.number)).toBe(true)
  expect(await historyOf(token, iden)).toEqual([])
  const left = await logAfter(deps.db, [iden], 'all')
  expect(left.map(({ event, update_id }) => [event, update_id])).toEqual([
    ['message_clear', 'a'],
    ['message_delete', 'a'],
    ['message_delete', second.id],
  ])
  expect(left.slice(0, 2)).toEqual([cleared, withdrawn])
  expect(await deleteMessage(deps, root, second.number)).toBe(false)
})

test('what its owner dismisses or deletes at Waypost is in the log', async () => {
  const { token } = await person()
  const { iden } = await make(token)
  const { body } = await send(token, iden, { body: 'x' })
  await server.request(`/v2/pushes/${body.iden}`, { token, body: { dismissed: true } })
  await server.request(`/v2/pushes/${body.iden}`, { token, method: 'DELETE' })
  const events = await logAfter(deps.db, [iden], 'all')
  expect(events.map(({ event }) => event)).toEqual(['message_clear', 'message_delete'])
})

test('a delayed message keeps the id that its sender was told, and comes in its turn', async () => {
  const { token } = await person()
  const { iden } = await make(token)
  const root = await rowOf(iden)
  const sendAt = Date.now() / 1_000 + 3_600
  const waiting = await deliver(deps, root, { body: 'later', send_at: sendAt })
  expect(waiting).toMatchObject({ waits: true, time: Math.floor(sendAt) })
  const [now] = [await deliver(deps, root, { body: 'now' })]
  expect((await logAfter(deps.db, [iden], 'all')).map(({ id }) => id)).toEqual([now.id])
  expect((await logAfter(deps.db, [iden], 'all', 100, { waiting: true })).map(({ id }) => id).toSorted()).toEqual(
    [now.id, waiting.id].toSorted(),
  )
  await server.app.jobs.processAll((sendAt + 1) * 1e6)
  const all = await logAfter(deps.db, [iden], 'all')
  expect(all.map(({ id, content }) => [id, content.body])).toEqual([
    [now.id, 'now'],
    [waiting.id, 'later'],
  ])
  expect(await findLogged(deps.db, [iden], waiting.id)).toEqual(all[1])

  await deliver(deps, root, { body: 'never', send_at: sendAt + 3_600, update_id: 'u' })
  await withdrawMessages(deps, root, 'u')
  expect((await server.request('/v2/scheduled_pushes?active=true', { token })).body.scheduled_pushes).toEqual([])
})

test('messages expire by their time, and by the age and number that their source keeps', async () => {
  const { token } = await person()
  const source = await make(token, { keep_count: 2 })
  for (const body of ['1', '2', '3', '4']) await send(token, source.iden, { body })
  await server.app.jobs.processAll()
  const bodies = async () => (await historyOf(token, source.iden)).map(({ body }: { body: string }) => body)
  expect(await bodies()).toEqual(['4', '3'])
  const soon = Date.now() / 1_000 + 100
  expect((await send(token, source.iden, { body: '5', expires: soon })).body.expires).toBe(soon)
  await server.app.jobs.processAll()
  expect(await bodies()).toEqual(['5', '4'])
  await server.app.jobs.processAll((soon + 1) * 1e6)
  expect(await bodies()).toEqual(['4'])
  await send(token, source.iden, { body: 'of a minute', expires: Date.now() / 1_000 + 60 })
  await server.request(`/v2/sources/${source.iden}`, { token, body: { keep_count: 0, keep_seconds: 3_600 } })
  await send(token, source.iden, { body: '6' })
  await server.app.jobs.processAll()
  expect(await bodies()).toEqual(['6', 'of a minute', '4'])
  // A longer retention doesn't keep messages that their sender set to expire.
  await server.app.jobs.processAll((Date.now() / 1_000 + 90) * 1e6)
  await server.app.jobs.processAll()
  expect(await bodies()).toEqual(['6', '4'])
  for (const message of await historyOf(token, source.iden)) expect(message).not.toHaveProperty('expires')
  await server.app.jobs.processAll((Date.now() / 1_000 + 3_700) * 1e6)
  expect(await bodies()).toEqual([])
  expect(await sourceOf(token, source.iden)).not.toHaveProperty('message_count')
})

test('an answer counts once, and an http action stores what came of it', async () => {
  const { token } = await person()
  const { iden } = await make(token)
  const actions = [
    { action: 'answer', label: 'Yes' },
    { action: 'answer', label: 'No', clear: true },
    { action: 'http', label: 'Call', url: 'http://127.0.0.1:1/x' },
  ]
  const { body: push } = await send(token, iden, { body: 'Deploy?', actions })
  const press = (index: number) =>
    server.request(`/v2/pushes/${push.iden}/press`, { token, body: { action: push.actions[index].id } })
  expect((await press(1)).body).toMatchObject({ press: { label: 'No' }, dismissed: true })
  expect((await press(0)).body.press).toMatchObject({ label: 'No' })
  expect((await press(2)).body.press).toMatchObject({ label: 'Call', error: expect.stringContaining('Port 1') })
  expect((await server.request(`/v2/pushes/${push.iden}/press`, { token, body: { action: 'other' } })).status).toBe(404)
})
