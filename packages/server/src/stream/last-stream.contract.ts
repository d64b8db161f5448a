import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Bus } from '../bus/bus.ts'
import { awakeOver } from '../ephemeral/awake.ts'
import { Hub } from './hub.ts'

const caller = { account: { iden: 'ann' }, token: 'laptop', expires: null, client: null, scopes: ['everything'] }

async function heardOf(bus: Bus, subject: string): Promise<{ count: number }> {
  const heard = { count: 0 }
  await bus.subscribe(subject, () => heard.count++)
  return heard
}

async function startNode(bus: Bus) {
  const awake = await awakeOver(bus)
  const { streamsEnded: noteEnd, streamsContinue: noteContinued } = awake
  const hub = new Hub({ bus, findCaller: async () => undefined, noteEnd, noteContinued })
  const server = createServer((_request, response) => {
    void hub.streamLines(caller as unknown as Parameters<Hub['streamLines']>[0], true, response)
  })
  await hub.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    hub.close()
    server.close()
    server.closeAllConnections()
  })
  const [ended, continued] = [await heardOf(bus, 'last-stream-ended'), await heardOf(bus, 'streams-continue')]
  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    let text = ''
    socket.on('data', (data) => (text += data))
    while (!text.includes('nop')) await once(socket, 'data')
    return socket
  }
  return { awake, open, ended, continued }
}

/** The contract of the messages between nodes when streams end, on a bus. @param openBuses opens a bus for each of some nodes */
export function lastStreamContract(name: string, openBuses: (count: number) => Promise<Bus[]>): void {
  test(`an app whose streams are open on two nodes is looked at until both have ended, for these nodes and for a third one: ${name}`, async () => {
    const buses = await openBuses(3)
    onTestFinished(async () => {
      for (const bus of buses) await bus.close()
    })
    const nodes = await Promise.all(buses.map(startNode))
    const looked = () => nodes.map(({ awake }) => awake.guidsOf('ann'))
    const [first, second] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
    const [one, other] = [await first.open(), await second.open()]
    second.awake.set('ann', 'window', true, 'laptop')
    await expect.poll(looked).toEqual([['window'], ['window'], ['window']])

    one.destroy()
    for (const { continued } of nodes) await expect.poll(() => continued.count).toBeGreaterThan(0)
    expect(looked()).toEqual([['window'], ['window'], ['window']])

    const before = nodes.map(({ ended }) => ended.count)
    other.destroy()
    for (const [index, { ended }] of nodes.entries()) await expect.poll(() => ended.count).toBeGreaterThan(before[index] ?? 0)
    expect(looked()).toEqual([[], [], []])
  })
}
