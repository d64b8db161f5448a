import { createPush, quietHoursPreference, type Source } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { until } from '../ground/until.ts'
import { isShared, type Target, takesPushes } from '../history/target.ts'
import type { Session } from '../session/session.ts'
import { setUpPeople, signUp, started } from '../session/test-people.ts'
import { bodies, itemsOf, settled } from '../session/test-sessions.ts'
import { sourcesOf } from './source.ts'

setUpPeople()

async function sourceNamed(session: Session, name: string): Promise<Target> {
  const all = await until(session.target.$sources, (targets) => targets.some((target) => target.name === name))
  return all.find((target) => target.name === name) as Target
}

async function made(session: Session, name = 'NAS') {
  const source = await sourcesOf(session).create({ name })
  return { source, target: await sourceNamed(session, name) }
}

test('a source is a target with a conversation of its own, and its tokens are in the answer alone', async () => {
  const session = await started(await signUp())
  const { source, target } = await made(session)
  expect(source.ntfy_token).toMatch(/^tk_/)
  expect(source.gotify_token).toMatch(/^A/)
  expect(JSON.stringify([...session.mirror.of('sources').get().entries.values()])).not.toContain(source.ntfy_token)
  expect(target).toMatchObject({ key: source.iden, type: 'source', name: 'NAS', desc: source.topic, muted: false })
  expect(session.target.sectionOf(target)).toBe('sources')
  expect(session.target.find('sources', source.iden)).toBe(target)
  expect(session.target.search('na').map((found) => found.section)).toEqual(['sources'])
  await session.call(createPush, { source_iden: source.iden, body: 'The disk is full' })
  await settled(session, 1, target)
  expect(itemsOf(session, target)).toMatchObject([{ side: 'in', push: { body: 'The disk is full', source_iden: source.iden } }])
  expect(itemsOf(session)).toEqual([])
  await until(session.target.$unread, (unread) => unread.get(source.iden) === 1)
  const [item] = itemsOf(session, target)
  expect(item && session.target.of(item.push)).toBe(target)
})

test('the owner sends a test message, which stays on its side when the server has it', async () => {
  const session = await started(await signUp())
  const { target } = await made(session)
  const sides: string[] = []
  session.push.history(target).subscribe(({ items }) => sides.push(...items.map(({ side }) => side)))
  session.push.send({ title: 'Test', body: 'It works' }, target)
  await settled(session, 1, target)
  expect(itemsOf(session, target)).toMatchObject([{ push: { title: 'Test', body: 'It works' } }])
  expect(new Set(sides)).toEqual(new Set(['in']))
})

test('a second session has sources and their messages from the bootstrap', async () => {
  const ann = await signUp()
  const session = await started(ann)
  const { source } = await made(session)
  await session.call(createPush, { source_iden: source.iden, body: 'earlier' })
  const other = await started(ann)
  const target = other.target.find('sources', source.iden) as Target
  expect(bodies(itemsOf(other, target))).toEqual(['earlier'])
})

test('a source is muted, pinned, archived and deleted, and each change is in other sessions', async () => {
  const ann = await signUp()
  const [session, other] = [await started(ann), await started(ann)]
  const { source } = await made(session)
  await made(session, 'Door')
  const sources = sourcesOf(session)
  await sources.setMuted(source.iden, true, Date.now() / 1_000 + 3_600)
  await until(other.target.$sources, (targets) => targets.some(({ key, muted }) => key === source.iden && muted))
  await sources.setMuted(source.iden, false)
  await until(other.target.$sources, (targets) => targets.every(({ muted }) => !muted))
  await sources.place(source.iden, { pinned: true })
  await until(other.target.$sources, ([first]) => first?.key === source.iden)
  await sources.place(source.iden, { archived: true })
  await until(other.target.$sources, (targets) => targets.at(-1)?.archived === true)
  await sources.remove(source.iden)
  await until(other.target.$sources, (targets) => targets.length === 1)
  expect(session.target.find('sources', source.iden)).toBeUndefined()
})

test('a household has each message once, and only the owner can send', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [hers, his] = [await started(ann), await started(bob)]
  const { source, target } = await made(hers)
  await sourcesOf(hers).share(source.iden, bob.account.email)
  const shared = await sourceNamed(his, 'NAS')
  expect(isShared(shared.obj as Source)).toBe(true)
  expect([takesPushes(target), takesPushes(shared)]).toEqual([true, false])
  expect(() => his.push.send({ body: 'x' }, shared)).toThrow()
  await hers.call(createPush, {
    source_iden: source.iden,
    body: 'Dinner?',
    actions: [{ action: 'answer', label: 'Coming' }],
  })
  await settled(his, 1, shared)
  await settled(hers, 1, target)
  const [item] = itemsOf(his, shared)
  const action = item?.push.actions?.[0]
  await his.push.press(item?.push.iden ?? '', action?.id ?? '')
  await until(hers.push.history(target), ({ items }) => items[0]?.push.press?.label === 'Coming')
  await sourcesOf(his).remove(shared.key)
  await until(his.target.$sources, (targets) => targets.length === 0)
  await until(hers.target.$sources, ([own]) => own?.obj !== undefined && !(own.obj as Source).members?.length)
})

test('a press that the server refuses says why', async () => {
  const session = await started(await signUp())
  const { source, target } = await made(session)
  await session.call(createPush, { source_iden: source.iden, body: 'x' })
  await settled(session, 1, target)
  const [item] = itemsOf(session, target)
  await expect(session.push.press(item?.push.iden ?? '', 'none')).rejects.toMatchObject({ code: 'not_found' })
})

test('quiet hours hold back the notification, except of what breaks through and of sources that ignore them', async () => {
  const ann = await signUp()
  const session = await started(ann)
  const { source, target } = await made(session)
  const loud = await made(session, 'Smoke alarm')
  await sourcesOf(session).change(loud.source.iden, { ignores_quiet_hours: true })
  const spans = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }]
  await session.preferences.set({ [quietHoursPreference]: { on: true, zone: 'UTC', spans, breaks_through: 5 } })
  const notified: unknown[] = []
  session.onNotify(({ push }) => notified.push(push.body))
  await session.call(createPush, { source_iden: source.iden, body: 'usual' })
  await session.call(createPush, { source_iden: source.iden, body: 'urgent', priority: 5 })
  await session.call(createPush, { source_iden: loud.source.iden, body: 'smoke' })
  await settled(session, 2, target)
  await settled(session, 1, loud.target)
  expect(notified).toEqual(['urgent', 'smoke'])
  expect(session.target.$unread.get().get(source.iden)).toBe(2)
})
