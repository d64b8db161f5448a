import { expect, test } from 'vitest'
import type { Socket } from '../ground/platform.ts'
import { manualClock } from '../ground/test-clock.ts'
import { type Event, openStream, type State } from './stream.ts'

const nop = '{"type":"nop"}'

interface FarEnd extends Socket {
  url: string
  closed: boolean
  deliver(text: unknown): void
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
          deliver: (data) => socket.onmessage?.({ data }),
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

function setUpConnected() {
  const setting = setUp()
  setting.stream.open()
  setting.last().deliver(nop)
  for (let second = 0; second < 120; second += 30) {
    setting.clock.advance(30_000)
    setting.last().deliver(nop)
  }
  return setting
}

test('SYNC-014 the stream is connected on the first frame, not before [B6]', () => {
  const { stream, last } = setUp()
  stream.open()
  expect(last().url).toBe('ws://localhost/websocket/token?delta=1')
  expect(stream.$connected.get()).toBe(false)
  last().deliver(nop)
  expect(stream.$connected.get()).toBe(true)
})

test('SYNC-014 malformed frames are ignored', () => {
  const { stream, last, frames } = setUp()
  stream.open()
  for (const data of ['', '{"type":', '[]', 'null', '7', '{"type":7}', '{}', new ArrayBuffer(3), undefined, '<html>'])
    last().deliver(data)
  expect(stream.$connected.get()).toBe(false)
  last().deliver('{"type":"tickle","subtype":"push"}')
  last().deliver('{"type":"something new"}')
  expect(frames).toEqual([{ type: 'tickle', subtype: 'push' }, { type: 'something new' }])
})

test('SYNC-015 a stream that is silent for 60 s is reopened [B6]', () => {
  const { clock, stream, sockets, last, silences } = setUpConnected()
  clock.advance(59_999)
  expect(sockets).toHaveLength(1)
  clock.advance(1)
  expect(sockets).toHaveLength(2)
  expect(sockets[0]?.closed).toBe(true)
  expect(stream.$connected.get()).toBe(false)
  expect(silences()).toBe(1)
  last().deliver(nop)
  expect(stream.$connected.get()).toBe(true)
})

test('SYNC-015 an attempt without a response counts as silence', () => {
  const { clock, stream, sockets } = setUp()
  stream.open()
  clock.advance(60_000)
  clock.advance(60_000)
  expect(sockets).toHaveLength(3)
})

test('SYNC-015 silence is measured independently of the local clock', () => {
  const { clock, sockets } = setUpConnected()
  clock.jump(-86_400_000)
  clock.advance(60_000)
  expect(sockets).toHaveLength(2)
})

test('a broken connection counts as silence at once, and one that the server asks to reopen does not [B6]', () => {
  for (const [end, count] of [
    [(socket: ReturnType<typeof setUpConnected>) => socket.last().end(), 1],
    [(socket: ReturnType<typeof setUpConnected>) => socket.last().deliver('{"type":"reconnect"}'), 0],
  ] as const) {
    const connected = setUpConnected()
    end(connected)
    expect(connected.stream.$connected.get()).toBe(false)
    expect(connected.silences()).toBe(count)
  }
})

test('SYNC-016 (deviates) a stream that could not be opened is retried 10 s later', () => {
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

test('SYNC-016 (deviates) a socket that cannot be created is retried 10 s later', () => {
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

test('SYNC-016 (deviates) a connection that worked is reopened within seconds, and one that keeps breaking every 10 s', () => {
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
    last().deliver(nop)
    last().end()
    clock.advance(9_999)
    expect(sockets).toHaveLength(attempt)
    clock.advance(1)
    expect(sockets).toHaveLength(attempt + 1)
  }
})

test('SYNC-017 an error on a stream that keeps delivering does not end it', () => {
  const { clock, stream, sockets, last } = setUpConnected()
  last().fail()
  clock.advance(5_000)
  last().deliver(nop)
  clock.advance(5_000)
  expect(sockets).toHaveLength(1)
  expect(stream.$connected.get()).toBe(true)
})

test('SYNC-017 an error on a stream that delivered nothing for 50 s reopens it', () => {
  const { clock, sockets, last } = setUpConnected()
  clock.advance(41_000)
  last().fail()
  clock.advance(10_000)
  expect(sockets).toHaveLength(2)
})

test('SYNC-017 wake leaves a stream that delivered within 50 s and reopens one that did not', () => {
  const { clock, stream, sockets } = setUpConnected()
  clock.jump(49_999)
  stream.wake()
  expect(sockets).toHaveLength(1)
  clock.jump(1)
  stream.wake()
  expect(sockets).toHaveLength(2)
  // The new attempt has only just started.
  stream.wake()
  expect(sockets).toHaveLength(2)
})

test('SYNC-017 wake reopens a socket that is known to be closed, however recent its last frame is', () => {
  const { stream, sockets, last } = setUpConnected()
  last().end()
  stream.wake()
  expect(sockets).toHaveLength(2)
})

test('SYNC-015 a reconnect frame reopens the stream, and the old socket is ignored [B6]', () => {
  const { clock, sockets, last, frames } = setUpConnected()
  const old = last()
  old.deliver('{"type":"reconnect"}')
  expect(old.closed).toBe(true)
  clock.advance(1_500)
  expect(sockets).toHaveLength(2)
  old.deliver('{"type":"tickle","subtype":"push"}')
  old.end()
  clock.advance(9_999)
  expect(frames).toEqual([])
  expect(sockets).toHaveLength(2)
})

test('SYNC-015 a closed stream stays closed and leaves no timer', () => {
  const { clock, stream, sockets, last } = setUpConnected()
  last().fail()
  stream.close()
  expect(clock.timers()).toEqual([])
  stream.wake()
  clock.advance(600_000)
  expect(sockets).toHaveLength(1)
  expect(last().closed).toBe(true)
})

const reach: Record<State, (setting: ReturnType<typeof setUp>) => void> = {
  closed() {},
  waiting({ stream, last }) {
    stream.open()
    last().end()
  },
  trying: ({ stream }) => stream.open(),
  connected({ stream, last }) {
    stream.open()
    last().deliver(nop)
  },
}
const raise: Record<Event, (setting: ReturnType<typeof setUp>) => void> = {
  open: ({ stream }) => stream.open(),
  frame: ({ sockets }) => sockets.at(-1)?.deliver(nop),
  end: ({ sockets }) => sockets.at(-1)?.end(),
  stale({ clock, stream }) {
    clock.jump(60_000)
    stream.wake()
  },
  close: ({ stream }) => stream.close(),
}
const outcomes: Record<
  State,
  Record<Event, 'stays closed' | 'keeps waiting' | 'tries anew' | 'connects' | 'waits' | 'closes'>
> = {
  closed: { open: 'tries anew', frame: 'stays closed', end: 'stays closed', stale: 'stays closed', close: 'stays closed' },
  waiting: { open: 'tries anew', frame: 'keeps waiting', end: 'keeps waiting', stale: 'tries anew', close: 'closes' },
  trying: { open: 'tries anew', frame: 'connects', end: 'waits', stale: 'tries anew', close: 'closes' },
  connected: { open: 'tries anew', frame: 'connects', end: 'waits', stale: 'tries anew', close: 'closes' },
}

for (const [state, events] of Object.entries(outcomes) as [State, (typeof outcomes)[State]][])
  for (const [event, outcome] of Object.entries(events) as [Event, (typeof events)[Event]][])
    test(`a stream that is ${state} ${outcome} on '${event}'`, () => {
      const setting = setUp()
      reach[state](setting)
      const { stream, sockets, clock } = setting
      const before = sockets.length
      raise[event](setting)
      expect(sockets.length - before).toBe(outcome === 'tries anew' ? 1 : 0)
      expect(stream.$connected.get()).toBe(outcome === 'connects')
      expect(sockets.filter(({ closed }) => !closed)).toHaveLength(outcome === 'tries anew' || outcome === 'connects' ? 1 : 0)
      expect(clock.timers().length > 0).toBe(outcome !== 'closes' && outcome !== 'stays closed')
    })
