import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openNats } from './bus/nats.ts'
import { changeContract } from './change.contract.ts'
import { type BoxChanged, boxSubject, changer, type MakeChange } from './change.ts'
import { openPostgres } from './db/postgres.ts'
import { saveSynced } from './db/synced-table.ts'
import { startProxy } from './db/test-proxy.ts'
import { devices } from './device/rows.ts'
import { newDevice } from './device/rules.ts'
import { objectIden } from './iden.ts'
import { freshEngines } from './test-engines.ts'
import { startTestServer } from './test-server.ts'

async function fresh() {
  const environment = (await freshEngines()) as Record<string, string>
  const fail = (error: unknown) => {
    throw error
  }
  return {
    openDb: () => openPostgres(environment.WAYPOST_DATABASE_URL as string),
    openBus: () => openNats(environment.WAYPOST_NATS_URL as string, fail),
  }
}

changeContract('several nodes', async () => {
  const { openDb, openBus } = await fresh()
  return { open: openDb, bus: await openBus() }
})

async function twoNodes() {
  const { openDb, openBus } = await fresh()
  const nodes = await Promise.all(
    [0, 1].map(async () => {
      const [db, bus] = await Promise.all([openDb(), openBus()])
      return { db, bus, change: changer(db, bus) }
    }),
  )
  const close = async () => {
    for (const { db, bus } of nodes) await db.close().then(() => bus.close())
  }
  return { nodes: nodes as [(typeof nodes)[0], (typeof nodes)[0]], close }
}

const addDevice = (change: MakeChange, ...owners: string[]) =>
  change(owners, async (tx) => {
    for (const owner of owners) await saveSynced(tx, devices, newDevice(objectIden(owner), owner), { asked: false })
  })

async function many(times: number, atOnce: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let begun = 0
  const line = async () => {
    while (begun < times) await work(begun++)
  }
  await Promise.all(Array.from({ length: atOnce }, line))
}

test('20,000 changes by many writers on two nodes: readers that follow modified_after miss none and see none twice [A2, A4]', async () => {
  const { nodes, close } = await twoNodes()
  const owners = ['a', 'b', 'c', 'd', 'e']
  const next = `SELECT iden, modified FROM device WHERE owner = $1 AND modified > $2 ORDER BY modified LIMIT 200`
  let writing = true
  async function follow(owner: string, node: number): Promise<string[]> {
    const seen: string[] = []
    let newest = -1
    for (;;) {
      const done = !writing
      const rows = await (nodes[node] as (typeof nodes)[0]).db.all<{ iden: string; modified: number }>(next, [owner, newest])
      for (const { iden, modified } of rows) {
        expect(modified).toBeGreaterThan(newest)
        newest = modified
        seen.push(iden)
      }
      if (done && rows.length === 0) return seen
      await new Promise(setImmediate)
    }
  }
  const readers = owners.flatMap((owner) => [follow(owner, 0), follow(owner, 1)])
  const written = await Promise.all(
    nodes.map(({ change }, node) =>
      many(10_000, 32, (index) => {
        const owner = owners[(index + node) % owners.length] as string
        const other = owners[(index * 3 + 1) % owners.length] as string
        return index % 5 === 0 && other !== owner ? addDevice(change, owner, other) : addDevice(change, owner)
      }),
    ),
  )
  expect(written).toHaveLength(2)
  writing = false
  const seen = await Promise.all(readers)
  for (const [index, owner] of owners.entries()) {
    const all = await nodes[0].db.all<{ iden: string }>('SELECT iden FROM device WHERE owner = $1 ORDER BY modified', [owner])
    const idens = all.map(({ iden }) => iden)
    expect(seen[index * 2]).toEqual(idens)
    expect(seen[index * 2 + 1]).toEqual(idens)
  }
  const total = await nodes[0].db.one<{ n: number }>('SELECT count(*) AS n FROM device')
  expect(total?.n).toBeGreaterThanOrEqual(20_000)
  await close()
})

test('each node hears of every change of either, and together they are an unbroken chain [B1, B2]', async () => {
  const { nodes, close } = await twoNodes()
  const heard = await Promise.all(
    nodes.map(async ({ bus }) => {
      const messages: BoxChanged[] = []
      await bus.subscribe(boxSubject('a'), (message) => messages.push(message as BoxChanged))
      return messages
    }),
  )
  await many(200, 20, (index) => addDevice((nodes[index % 2] as (typeof nodes)[0]).change, 'a'))
  while (heard.some((messages) => messages.length < 200)) await new Promise(setImmediate)
  for (const messages of heard) {
    messages.sort((one, other) => one.modified - other.modified)
    expect(messages.map(({ after }) => after)).toEqual([0, ...messages.slice(0, -1).map(({ modified }) => modified)])
  }
  await close()
})

test('what is too much for the bus reaches a stream of another node as a tickle that makes it ask [B3]', async () => {
  const server = await startTestServer()
  const { token } = await server.signUp('long@example.org')
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${token}?delta=1`)
  await once(socket, 'message')
  // A list contains its text twice, and each of these characters takes six in JSON: 1.6 MB, while NATS carries 1 MB.
  const long = { type: 'list', body: `.${'\u0001'.repeat(131_071)}` }
  const frames: { modified: number; objects?: { pushes: { iden: string }[] } }[] = []
  const answers: { iden: string; modified: number }[] = []
  // Alternately on the stream's own node, which sends everything, and on the other.
  for (let count = 0; count < 2; count++) {
    const frame = once(socket, 'message')
    answers.push((await server.request('/v2/pushes', { token, body: long })).body)
    frames.push(JSON.parse(String((await frame)[0])))
  }
  expect(frames).toMatchObject(answers.map(({ modified }) => ({ type: 'tickle', subtype: 'push', modified })))
  const told = frames.map(({ objects }) => objects?.pushes[0]?.iden)
  expect(told.filter((iden) => iden === undefined)).toHaveLength(1)
  expect(answers.map(({ iden }) => iden)).toContain(told.find((iden) => iden !== undefined))
  socket.close()
  await server.close()
})

test('what nodes missed of each other while NATS was away they do not go on with [B5]', async () => {
  const { WAYPOST_NATS_URL: nats } = (await freshEngines()) as Record<string, string>
  const proxy = await startProxy(nats as string)
  const server = await startTestServer({ WAYPOST_NATS_URL: proxy.url })
  const { token } = await server.signUp('ended@example.org')
  const statusOf = async () => (await server.request('/v2/users/me', { token })).status
  expect([await statusOf(), await statusOf()]).toEqual([200, 200])
  const other = (await server.signUp('watching@example.org')).token
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${other}`)
  await once(socket, 'message')
  await proxy.block()
  const sentAway = once(socket, 'message')
  expect((await server.request('/v3/delete-all-access-tokens', { token, body: {} })).status).toBe(200)
  expect([await statusOf(), await statusOf()].sort()).toEqual([200, 401])
  await proxy.unblock()
  expect(String((await sentAway)[0])).toBe('{"type":"reconnect"}')
  await server.ended(token)
  await server.close()
  await proxy.close()
})
