// For tests: people with browsers and windows, and a real server; everything asynchronous waits in one queue.

import { Refusal } from '@waypost/protocol'
import type { Json, TestServer } from '@waypost/server/test-server'
import { inMemoryStore, type KeyValueStore } from '../ground/key-value-store.ts'
import type { HttpAnswer, Platform, Socket } from '../ground/platform.ts'
import { openPushChanges } from '../queue/push-changes.ts'
import { openSession } from '../session/open.ts'
import type { Session } from '../session/session.ts'
import type { Person } from '../session/test-sessions.ts'
import type { LargeStore } from '../storage/large-store.ts'
import { keptIn } from '../storage/test-device-storage.ts'
import { largeStoreInMemory } from '../storage/test-large-store.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { type Gate, openQueue } from './test-queue.ts'

export interface Browser {
  readonly name: string
  readonly person: Person
  readonly saved: KeyValueStore
  readonly store: ReturnType<typeof largeStoreInMemory>
  readonly windows: Window[]
  /** Milliseconds by which its clock is ahead. */
  readonly skew: number
  online: boolean
  /** Whether its small store is full. */
  full: boolean
  opened: number
  /** Each with the windows that wait for it; the first holds it. */
  readonly locks: Map<string, { gate: Gate; onHeld(): void }[]>
}

export interface Window extends Gate {
  readonly browser: Browser
  readonly session: Session
  readonly listeners: Set<(message: unknown) => void>
  readonly sockets: Set<{ fail(): void }>
  close(): void
}

export type World = ReturnType<typeof openWorld>

export function openWorld(server: TestServer) {
  const queue = openQueue(Date.now())
  const browsers: Browser[] = []
  /** Functions that end the streams open on the server. */
  const streams = new Set<() => void>()
  let [made, requests] = [0, 0]
  /** Responses in flight, each with a function that loses it. */
  const answers = new Map<object, () => void>()

  function addBrowser(name: string, person: Person, skew = 0): Browser {
    const saved = inMemoryStore()
    const browser: Browser = {
      name,
      person,
      skew,
      saved: {
        ...saved,
        write(key, text) {
          if (browser.full) throw new Refusal('storage_full')
          saved.write(key, text)
        },
      },
      store: largeStoreInMemory(),
      windows: [],
      online: true,
      full: false,
      opened: 0,
      locks: new Map(),
    }
    browsers.push(browser)
    return browser
  }

  function platformOf(window: Pick<Window, 'browser' | 'sockets'> & Gate): Platform {
    const { browser } = window
    return {
      fetch: (url, request) => exchange(window, url, request),
      send(url, bytes, onSent) {
        const headers = { 'Content-Type': 'application/octet-stream' }
        onSent((bytes as Uint8Array).length)
        return { answer: exchange(window, url, { method: 'POST', headers, body: bytes as Uint8Array }), stop() {} }
      },
      openSocket: (url) => openSocket(window, url),
      now: () => queue.now() + browser.skew,
      after: (milliseconds, work) => queue.after(window, milliseconds, work),
      unique: () => `unique-${++made}`,
    }
  }

  /** Delivers a request to the server and its response back, each when it is picked. */
  function exchange(
    window: Pick<Window, 'browser'> & Gate,
    url: string,
    request: { method: string; headers: Record<string, string>; body?: string | Uint8Array },
  ): Promise<HttpAnswer> {
    const path = url.replace(/^https?:\/\/[^/]+/, '')
    const what = `${request.method} ${path.replace(/[?].*/, '').replace(/(idens?|uploads?|pieces?|files?)\/.*/, '$1/…')}`
    const channel = ++requests
    return new Promise((resolve, reject) => {
      const fail = () => reject(new TypeError('no network'))
      queue.put({
        label: `${window.name} asks ${what}`,
        channel,
        async run() {
          if (!browser().online) return bring(fail, fail)
          const { method, headers, body } = request
          const answer = await server.app.http.inject({
            method: method as 'GET',
            url: path,
            headers: { ...headers, host: 'localhost' },
            ...(body !== undefined && { payload: typeof body === 'string' ? body : Buffer.from(body) }),
          })
          bring(
            () =>
              resolve({
                status: answer.statusCode,
                text: async () => answer.body,
                headers: { get: (name) => (answer.headers[name] as string | undefined) ?? null },
              }),
            fail,
          )
        },
      })
      const browser = () => window.browser
      function bring(arrive: () => void, lost: () => void): void {
        let isLost = false
        const task = {
          label: `${window.name} has the answer to ${what}`,
          channel,
          gate: window,
          run() {
            answers.delete(task)
            if (isLost || !browser().online) lost()
            else arrive()
          },
        }
        answers.set(task, () => {
          isLost = true
        })
        queue.put(task)
      }
    })
  }

  function openSocket(window: Pick<Window, 'browser' | 'sockets'> & Gate, url: string): Socket {
    const path = url.replace(/^wss?:\/\/[^/]+\/websocket\//, '/streaming/')
    const socket: Socket = { onmessage: null, onerror: null, onclose: null, close: end }
    const channel = ++requests
    const own = { fail }
    let hangUp = () => {}
    let ended = false
    window.sockets.add(own)

    function end(): void {
      ended = true
      window.sockets.delete(own)
      hangUp()
    }

    function fail(): void {
      if (ended) return
      end()
      queue.put({ label: `${window.name} loses its stream`, channel, gate: window, run: () => socket.onclose?.({}) })
    }

    queue.put({
      label: `${window.name} opens a stream`,
      channel,
      async run() {
        if (ended || window.closed) return
        if (!window.browser.online) return fail()
        const answer = await server.app.http.inject({ method: 'GET', url: path, payloadAsStream: true })
        const [stream, { res: response }] = [answer.stream(), answer.raw]
        hangUp = () => {
          streams.delete(hangUp)
          stream.destroy()
          response.destroy()
        }
        streams.add(hangUp)
        let rest = ''
        stream.on('data', (data) => {
          const lines = `${rest}${data}`.split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) {
            if (ended) return
            queue.put({
              label: `${window.name} hears a ${JSON.parse(line).subtype ?? JSON.parse(line).type}`,
              channel,
              gate: window,
              run: () => socket.onmessage?.({ data: line }),
            })
          }
        })
        stream.on('error', () => {})
      },
    })
    return socket
  }

  function tabsOf(window: Window | (Pick<Window, 'browser' | 'listeners'> & Gate)): Tabs {
    const { browser } = window
    return {
      hold(lock, onHeld) {
        const waiter = { gate: window, onHeld }
        let isWithdrawn = false
        queue.put({
          label: `${window.name} asks for a lock`,
          channel: `${window.name} asks`,
          gate: window,
          run() {
            if (isWithdrawn) return
            const waiting = browser.locks.get(lock) ?? []
            browser.locks.set(lock, waiting)
            if (waiting.push(waiter) === 1) grant(lock, waiter)
          },
        })
        return () => {
          isWithdrawn = true
          release(browser, lock, waiter)
        }
      },
      post(message) {
        const copy = JSON.stringify(message)
        const kind = (message as Json).message?.kind ?? 'store'
        for (const other of browser.windows) {
          if (other === window || other.closed) continue
          queue.put({
            label: `${other.name} is told of a ${kind} by ${window.name}`,
            channel: `${window.name} to ${other.name}`,
            gate: other,
            run() {
              for (const listener of [...other.listeners]) listener(JSON.parse(copy))
            },
          })
        }
      },
      listen(listener) {
        window.listeners.add(listener)
        return () => window.listeners.delete(listener)
      },
    }
  }

  function grant(lock: string, { gate, onHeld }: { gate: Gate; onHeld(): void }): void {
    queue.put({ label: `${gate.name} holds a lock`, channel: `lock ${lock} ${gate.name}`, gate, run: () => void onHeld() })
  }

  function release(browser: Browser, lock: string, waiter: { gate: Gate; onHeld(): void }): void {
    const waiting = browser.locks.get(lock) ?? []
    const at = waiting.indexOf(waiter)
    if (at < 0) return
    waiting.splice(at, 1)
    if (at === 0 && waiting[0]) grant(lock, waiting[0])
  }

  /** Each transaction of a window begins when it is picked, if the window is still open, and its outcome arrives later. */
  function storeOf(window: Pick<Window, 'browser'> & Gate): LargeStore {
    const { store } = window.browser
    const channel = `${window.name} stores`
    return {
      room: () => store.room(),
      transact: (work) =>
        new Promise((resolve, reject) => {
          queue.put({
            label: `${window.name} stores`,
            channel,
            gate: window,
            async run() {
              const known = await store.transact(work).then(
                (value) => () => resolve(value),
                (error) => () => reject(error),
              )
              queue.put({ label: `${window.name} knows what is stored`, channel: `${channel} done`, gate: window, run: known })
            },
          })
        }),
    }
  }

  function open(browser: Browser): Window {
    const gate = { name: `${browser.name}${++browser.opened}`, suspended: false, closed: false }
    const base = { browser, listeners: new Set<(message: unknown) => void>(), sockets: new Set<{ fail(): void }>() }
    const window = Object.assign(gate, base) as Gate & typeof base
    const tabs = tabsOf(window)
    const session = openSession({
      origin: 'http://localhost',
      token: browser.person.token,
      account: browser.person.account,
      saved: browser.saved,
      changes: openPushChanges,
      agent: 'test/1',
      platform: platformOf(window),
      tabs,
      ...keptIn(storeOf(window), tabs),
    })
    const opened: Window = Object.assign(window, {
      session,
      close() {
        window.closed = true
        browser.windows.splice(browser.windows.indexOf(opened), 1)
        for (const socket of [...window.sockets]) socket.fail()
        for (const [lock, waiting] of browser.locks)
          for (const waiter of [...waiting].reverse()) if (waiter.gate === window) release(browser, lock, waiter)
      },
    })
    browser.windows.push(opened)
    void session.start()
    return opened
  }

  return {
    queue,
    browsers,
    addBrowser,
    open,
    windows: () => browsers.flatMap(({ windows }) => windows),
    loseAnswer(pick: number): void {
      const all = queue.ready().filter((task) => answers.has(task))
      const task = all[pick % all.length]
      if (task) answers.get(task)?.()
    },
    /** Ends all streams, and keeps the stored data. */
    async restart(): Promise<void> {
      queue.log.push('— the server restarts')
      for (const { sockets } of browsers.flatMap(({ windows }) => windows)) for (const socket of [...sockets]) socket.fail()
      await server.restart()
    },
    async close(): Promise<void> {
      for (const window of browsers.flatMap(({ windows }) => [...windows])) window.close()
      for (const hangUp of [...streams]) hangUp()
    },
  }
}
