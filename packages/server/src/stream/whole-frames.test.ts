import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, type TestServer } from '../test-server.ts'
import { startSecureServer } from '../tls/test-secure.ts'

// Frames are written to the connection below the WebSocket. The length of a frame's header changes at 125 and 65,535 bytes.

const lengths = [125, 126, 65_535, 65_536]
const letters = ['x', 'ß', '漢', '😀']

function frameOf(number: number, bytes: number, letter: string): { type: string; number: number; text: string } {
  const frame = { type: 'test', number, text: '' }
  const room = bytes - Buffer.byteLength(JSON.stringify(frame))
  const count = Math.floor(room / Buffer.byteLength(letter))
  frame.text = letter.repeat(count) + 'x'.repeat(room - count * Buffer.byteLength(letter))
  return frame
}

const starts = { 'plain HTTP': () => startTestServer({}, { nodes: 1 }), TLS: () => startSecureServer() }

describe.each(Object.entries(starts))('over %s', (_, start) => {
  let server: TestServer
  /** The last test revokes it. */
  let token: string
  beforeAll(async () => {
    server = await start()
    token = (await server.signUp('alice@example.org')).token
  })
  afterAll(() => server.close())

  async function listen() {
    const url = `${server.origin.replace('http', 'ws')}/websocket/${token}`
    const socket = new WebSocket(url, [], { rejectUnauthorized: false, skipUTF8Validation: false })
    const heard: string[] = []
    await once(socket, 'message')
    socket.on('message', (data, isBinary) => heard.push(isBinary ? 'binary' : String(data)))
    socket.on('pong', (data) => heard.push(`pong ${data}`))
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    const until = async (condition: () => boolean) => {
      while (!condition()) await new Promise(setImmediate)
    }
    return { socket, heard, closed, until }
  }
  const tell = (frame: object) => server.app.hub.tellAll(frame as never)

  test('to a reader that is too slow, frames arrive whole and in order until the one that tells it to come back, and then the stream is closed', async () => {
    const { socket, heard, closed } = await listen()
    const { hub } = server.app
    socket.pause()
    const told: string[] = []
    while (hub.size > 0) {
      const frame = frameOf(told.length, lengths[told.length % 4] as number, letters[told.length % 3] as string)
      told.push(JSON.stringify(frame))
      tell(frame)
      socket.ping('still here')
      await new Promise(setImmediate)
    }
    socket.resume()
    expect(await closed).toBe(1000)
    const frames = heard.filter((text) => text !== 'pong still here')
    // The last frame didn't fit.
    expect(frames).toEqual([...told.slice(0, -1), '{"type":"reconnect"}'])
    expect(frames.length).toBeGreaterThan(20)
  })

  test('frames of every length of a head, with characters of several bytes, arrive whole and in order, and so do pongs and the closing', async () => {
    const { socket, heard, closed, until } = await listen()
    const frames = letters.flatMap((letter, at) => lengths.map((bytes, place) => frameOf(at * 10 + place, bytes, letter)))
    for (const [count, frame] of frames.entries()) {
      tell(frame)
      socket.ping(String(count))
      if (count % 3 === 0) await until(() => heard.includes(`pong ${count}`))
    }
    await until(() => heard.includes(`pong ${frames.length - 1}`))
    const last = frameOf(99, 65_536, '漢')
    tell(last)
    await server.request('/v3/delete-all-access-tokens', { token, body: {} })
    expect(await closed).toBe(1000)
    const texts = [...frames, last].map((frame) => JSON.stringify(frame))
    expect(texts.slice(0, -1).map((text) => Buffer.byteLength(text))).toEqual(letters.flatMap(() => lengths))
    expect(heard.filter((text) => !text.startsWith('pong'))).toEqual(texts)
    // Only the last of several pings must be answered.
    const pongs = heard.filter((text) => text.startsWith('pong')).map((text) => Number(text.slice(5)))
    expect(pongs).toEqual([...pongs].sort((one, other) => one - other))
  })
})
