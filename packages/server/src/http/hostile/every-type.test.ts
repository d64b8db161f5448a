// On the engines too: every type is written, listed and changed.

import { type Call, ownTypes, type SyncedType, syncedTypes, tickleSubtype } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { openStream } from '../../stream/test-listener.ts'
import type { Json } from '../../test-server.ts'
import { ask, calls, person, server, setUpServer, sound } from './test-hostile.ts'

// Rules for every type of object that can be created, changed and deleted. The types come from the list of calls.

setUpServer()

const callAt = (method: string, path: string) => calls.find((call) => call.method === method && call.path === path)

function types(): { type: SyncedType; create: Call; change: Call | undefined; remove: Call; list: Call }[] {
  return syncedTypes.flatMap((type) => {
    const [create, change] = [callAt('POST', `/v2/${type}`), callAt('POST', `/v2/${type}/:iden`)]
    const [remove, list] = [callAt('DELETE', `/v2/${type}/:iden`), callAt('GET', `/v2/${type}`)]
    return create && remove && list && type !== 'accounts' ? [{ type, create, change, remove, list }] : []
  })
}

async function prepare(create: Call, token: string): Promise<Json> {
  if (create.name === 'createSubscription') {
    const tag = `news-${Math.random().toString(36).slice(2)}`
    await server.request('/v2/channels', { token, body: { tag } })
    return { channel_tag: tag }
  }
  const input = sound(create) as Json
  if (!input.data) return input
  const { body: phone } = await server.request('/v2/devices', { token, body: { nickname: 'Phone', has_sms: true } })
  return { ...input, data: { ...input.data, target_device_iden: phone.iden } }
}

test('there are types', () => {
  const names = types().map(({ type }) => type)
  for (const type of ['blocks', 'channels', 'chats', 'clients', 'contacts', 'devices', 'pushes', 'subscriptions', 'texts'])
    expect(names).toContain(type)
})

test('API-013 API-016 API-023 API-024 API-025 GAP-001 GAP-018 objects of every type are made, listed, changed and deleted, and each time every stream is told', async () => {
  for (const { type, create, change, remove, list } of types()) {
    const { token, iden: owner } = await person()
    const other = await person()
    const body = await prepare(create, token)
    // Programs of the public API don't hear of types that aren't part of it.
    const isOwn = ownTypes.some((own) => own === type)
    const plain = await openStream(server.origin, token)
    const delta = await openStream(server.origin, token, '?delta=1')
    const streams = isOwn ? [delta] : [plain, delta]
    const theirs = await openStream(server.origin, other.token)
    /** Waits until all streams are notified. @returns the changes sent to the stream that asks for them */
    const tickled = async (): Promise<Json[]> => {
      let told: Json[] = []
      for (const stream of streams) {
        for (;;) {
          const frame = JSON.parse(await stream.next())
          if (frame.objects) told = frame.objects[type] ?? []
          if (frame.type === 'tickle' && frame.subtype === tickleSubtype[type]) break
        }
      }
      return told
    }

    const { status, body: made } = await ask(server, create, body, { token })
    expect([type, status]).toEqual([type, 200])
    expect(made, type).toMatchObject({ iden: expect.stringMatching(`^${owner}`), active: true })
    expect(Math.abs(Date.now() / 1_000 - made.created), type).toBeLessThan(60)
    expect(made.modified, type).toBeGreaterThanOrEqual(made.created)
    await tickled()
    const find = async (query: object) =>
      (await ask(server, list, query, { token })).body[type].find(({ iden }: Json) => iden === made.iden)
    expect(await find({}), type).toMatchObject({ iden: made.iden, active: true })

    let newest = made.modified
    if (change) {
      const changes = { ...(sound(change) as Json), iden: made.iden }
      const changed = await ask(server, change, changes, { token })
      expect([type, changed.status, changed.body.iden, changed.body.created]).toEqual([type, 200, made.iden, made.created])
      expect(changed.body.modified, type).toBeGreaterThan(made.modified)
      newest = changed.body.modified
      await tickled()
    }

    expect(await ask(server, remove, { iden: made.iden }, { token }), type).toMatchObject({ status: 200, body: {} })
    const [told] = await tickled()
    const tombstone = await find({ modified_after: newest })
    expect(Object.keys(tombstone).toSorted(), type).toEqual(['active', 'created', 'iden', 'modified'])
    expect([tombstone.active, tombstone.created], type).toEqual([false, made.created])
    expect(told, type).toEqual(tombstone)
    expect(await find({ active: true }), type).toBeUndefined()
    expect(theirs.frames, type).toEqual([])
    if (isOwn) expect(plain.frames, type).toEqual([])
    for (const stream of [plain, delta, theirs]) stream.close()
  }
})
