import { expect, test } from 'vitest'
import type { Socket } from '../session/platform.ts'
import { manualClock } from '../session/test-clock.ts'
import { openStream } from './stream.ts'

const nop = '{"type":"nop"}'

/** The far end of a socket, in the hands of a test. */
interface FarEnd extends Socket {
  url: string
  closed: boolean
  say(text: unknown): void
  fail(): void
  end(): void
}

function setUp() {
  const clock = manualClock()
  const sockets: FarEnd[] = []
  const frames: unknown[] = []
  let silences = 0
  const stream = openStream({
    url: 'ws://localhost/websocket/token?delta=1',
    platform: {
      ...clock,
      fetch: () => Promise.reject(new Error('The stream makes no calls.')),
      openSocket(url) {
        const socket: FarEnd = {
          url,
          closed: false,
          onmessage: null,
          onerror: null,
          onclose: null,
          close() {
            socket.closed = true
          },
          say: (data) => socket.onmessage?.({ data }),
          fail: () => socket.onerror?.({}),
          end: () => socket.onclose?.({}),
        }
        sockets.push(socket)
        return socket
      },
    },
    onFrame: (frame) => frames.push(frame),
    onSilence: () => silences++,
  })
  const last = () => sockets.at(-1) as FarEnd
  return { clock, sockets, frames, stream, last, silences: () => silences }
}

/** A stream that has been connected for long. */
function setUpConnected() {
  const setting = setUp()
  setting.stream.open()
  setting.last().say(nop)
  for (let second = 0; second < 120; second += 30) {
    setting.clock.advance(30_000)
    setting.last().say(nop)
  }
  return setting
}

test('SYNC-014 the stream is connected on the first frame, not before [B6]', () => {
  const { stream, last } = setUp()
  stream.open()
  expect(last().url).toBe('ws://localhost/websocket/token?delta=1')
  expect(stream.$connected.get()).toBe(false)
  last().say(nop)
  expect(stream.$connected.get()).toBe(true)
})

test('SYNC-014 garbage is no frame and disturbs nothing', () => {
  const { stream, last, frames } = setUp()
  stream.open()
  for (const data of ['', '{"type":', '[]', 'null', '7', '{"type":7}', '{}', new ArrayBuffer(3), undefined, '<html>'])
    last().say(data)
  expect(stream.$connected.get()).toBe(false)
  last().say('{"type":"tickle","subtype":"push"}')
  last().say('{"type":"something new"}')
  expect(frames).toEqual([{ type: 'tickle', subtype: 'push' }, { type: 'something new' }])
})

test('SYNC-015 a stream that is silent for 60 s is opened anew [B6]', () => {
  const { clock, stream, sockets, last, silences } = setUpConnected()
  clock.advance(59_999)
  expect(sockets).toHaveLength(1)
  clock.advance(1)
  expect(sockets).toHaveLength(2)
  expect(sockets[0]?.closed).toBe(true)
  expect(stream.$connected.get()).toBe(false)
  expect(silences()).toBe(1)
  last().say(nop)
  expect(stream.$connected.get()).toBe(true)
})

test('SYNC-015 an attempt that is never answered is silence too', () => {
  const { clock, stream, sockets } = setUp()
  stream.open()
  clock.advance(60_000)
  clock.advance(60_000)
  expect(sockets).toHaveLength(3)
})

test('SYNC-015 silence is measured whatever the clock of the machine says', () => {
  const { clock, sockets } = setUpConnected()
  clock.jump(-86_400_000)
  clock.advance(60_000)
  expect(sockets).toHaveLength(2)
})

test('a connection that breaks is silence at once, and one that the server asks to open anew is not [B6]', () => {
  for (const [end, count] of [
    [(socket: ReturnType<typeof setUpConnected>) => socket.last().end(), 1],
    [(socket: ReturnType<typeof setUpConnected>) => socket.last().say('{"type":"reconnect"}'), 0],
  ] as const) {
    const connected = setUpConnected()
    end(connected)
    expect(connected.stream.$connected.get()).toBe(false)
    expect(connected.silences()).toBe(count)
  }
})

test('SYNC-016 (deviates) a stream that could not be opened is tried again 10 s later', () => {
  const { clock, stream, sockets, last, silences } = setUp()
  stream.open()
  for (let attempt = 1; attempt < 5; attempt++) {
    last().fail()
    last().end()
    clock.advance(9_999)
    expect(sockets).toHaveLength(attempt)
    clock.advance(1)
    expect(sockets).toHaveLength(attempt + 1)
    expect(silences()).toBe(attempt)
  }
})

test('SYNC-016 (deviates) a socket that cannot even be made is tried again 10 s later', () => {
  const clock = manualClock()
  let attempts = 0
  const stream = openStream({
    url: 'ws://localhost/',
    platform: {
      ...clock,
      fetch: () => Promise.reject(new Error('The stream makes no calls.')),
      openSocket() {
        attempts++
        throw new Error('blocked')
      },
    },
    onFrame() {},
    onSilence() {},
  })
  stream.open()
  clock.advance(10_000)
  expect(attempts).toBe(2)
})

test('SYNC-016 (deviates) a connection that worked and is closed comes back within seconds, and one that keeps dying every 10 s', () => {
  const { clock, stream, sockets, last } = setUpConnected()
  last().end()
  expect(stream.$connected.get()).toBe(false)
  clock.advance(1_500)
  expect(sockets).toHaveLength(2)
  last().fail()
  last().end()
  clock.advance(4_500)
  expect(sockets).toHaveLength(3)
  for (let attempt = 3; attempt < 6; attempt++) {
    last().say(nop)
    last().end()
    clock.advance(9_999)
    expect(sockets).toHaveLength(attempt)
    clock.advance(1)
    expect(sockets).toHaveLength(attempt + 1)
  }
})

test('SYNC-017 an error on a stream that goes on speaking does not end it', () => {
  const { clock, stream, sockets, last } = setUpConnected()
  last().fail()
  clock.advance(5_000)
  last().say(nop)
  clock.advance(5_000)
  expect(sockets).toHaveLength(1)
  expect(stream.$connected.get()).toBe(true)
})

test('SYNC-017 an error on a stream that spoke more than 50 s ago opens it anew', () => {
  const { clock, sockets, last } = setUpConnected()
  clock.advance(41_000)
  last().fail()
  clock.advance(10_000)
  expect(sockets).toHaveLength(2)
})

test('SYNC-017 waking skips a stream that spoke within 50 s and opens one that did not', () => {
  const { clock, stream, sockets } = setUpConnected()
  clock.jump(49_999)
  stream.wake()
  expect(sockets).toHaveLength(1)
  clock.jump(1)
  stream.wake()
  expect(sockets).toHaveLength(2)
  // The new attempt has only begun.
  stream.wake()
  expect(sockets).toHaveLength(2)
})

test('SYNC-017 a socket that is known to be closed is opened by waking however fresh its last frame is', () => {
  const { stream, sockets, last } = setUpConnected()
  last().end()
  stream.wake()
  expect(sockets).toHaveLength(2)
})

test('SYNC-015 a reconnect frame opens the stream anew, and the old socket is not heard any more [B6]', () => {
  const { clock, sockets, last, frames } = setUpConnected()
  const old = last()
  old.say('{"type":"reconnect"}')
  expect(old.closed).toBe(true)
  clock.advance(1_500)
  expect(sockets).toHaveLength(2)
  old.say('{"type":"tickle","subtype":"push"}')
  old.end()
  clock.advance(9_999)
  expect(frames).toEqual([])
  expect(sockets).toHaveLength(2)
})

test('SYNC-015 a stream that was closed stays closed and leaves no timer', () => {
  const { clock, stream, sockets, last } = setUpConnected()
  last().fail()
  stream.close()
  expect(clock.timers()).toEqual([])
  stream.wake()
  clock.advance(600_000)
  expect(sockets).toHaveLength(1)
  expect(last().closed).toBe(true)
})
