import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createBroker, type MessageBus, sessionBus } from 'dbus-native'
import { openLooks } from '../test-looks.ts'
import { killedWithParent } from '../test-process.ts'
import { findProgram } from './program.ts'
import { closeReason, notifications } from './session-bus.ts'

// For tests: a desktop session on the real message bus if it is installed, and stand-ins for programs.

/** Whether this platform has a message bus, and whether the real bus is installed, which allows monitors. */
export const isLinux = process.platform === 'linux'
export const hasRealBus = isLinux && findProgram('dbus-daemon') !== undefined

/** A notification that a program asked for. */
export interface ShownNote {
  id: number
  app: string
  title: string
  body: string
  /** Keys and labels alternate. */
  actions: string[]
}

export interface TestDesktop {
  readonly env: Record<string, string>
  /** Latest last. */
  readonly notes: readonly ShownNote[]
  /** @throws Error that lists the notifications on screen, if `look` returns no value in time */
  until<T>(look: () => T | undefined): Promise<T>
  watch(look: () => void): void
  press(note: ShownNote, action: string): void
  reply(note: ShownNote, text: string): void
  dismiss(note: ShownNote): void
  expire(note: ShownNote): void
  notify(app: string, title: string, body: string, hints?: Record<string, unknown>): Promise<number>
  close(): Promise<void>
}

/** Starts a message bus with a notification service. */
export async function openTestDesktop(): Promise<TestDesktop> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-desktop-'))
  const address = `unix:path=${join(folder, 'bus')}`
  const stopBus = await (hasRealBus ? startRealBus(address) : startBroker(join(folder, 'bus')))
  const bus = sessionBus({ busAddress: address })
  const program = sessionBus({ busAddress: address })
  const notes: ShownNote[] = []
  const looks = openLooks(() => JSON.stringify(notes))
  let count = 0

  const signal = (name: string, signature: string, body: unknown[]) =>
    bus.sendSignal(notifications.path, notifications.interface, name, signature, body)
  function remove(id: number, reason: number): void {
    const index = notes.findIndex((note) => note.id === id)
    if (index < 0) return
    notes.splice(index, 1)
    signal('NotificationClosed', 'uu', [id, reason])
    looks.again()
  }

  await serveNotifications(bus, {
    GetCapabilities: () => ['actions', 'body', 'body-markup', 'inline-reply'],
    GetServerInformation: () => ['test desktop', 'Waypost', '1', '1.2'],
    Notify(app, replaces, _icon, title, body, actions) {
      const id = replaces || ++count
      const note = { id, app, title, body, actions }
      const index = notes.findIndex((each) => each.id === id)
      if (index < 0) notes.push(note)
      else notes[index] = note
      // A program must learn the ID before it can receive a press.
      setImmediate(looks.again)
      return id
    },
    CloseNotification: (id) => remove(id, closeReason.closedByCall),
  })

  return {
    env: { DBUS_SESSION_BUS_ADDRESS: address },
    notes,
    until: (look) => looks.until(look),
    watch: looks.watch,
    press(note, action) {
      signal('ActionInvoked', 'us', [note.id, action])
      remove(note.id, closeReason.dismissed)
    },
    reply(note, text) {
      signal('NotificationReplied', 'us', [note.id, text])
      remove(note.id, closeReason.dismissed)
    },
    dismiss: ({ id }) => remove(id, closeReason.dismissed),
    expire: ({ id }) => remove(id, closeReason.expired),
    async notify(app, title, body, hints = {}) {
      const words = [app, 0, '', title, body, [], hints, -1]
      return program.invoke<number>({ ...notifications, member: 'Notify', signature: 'susssasa{sv}i', body: words })
    },
    async close() {
      await Promise.all([bus.close(), program.close()])
      await stopBus()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Served {
  GetCapabilities(): string[]
  /** Its name, vendor and version, and the version of the specification. */
  GetServerInformation(): [string, string, string, string]
  Notify(app: string, replaces: number, icon: string, title: string, body: string, actions: string[]): number
  CloseNotification(id: number): void
}

async function serveNotifications(bus: MessageBus, served: Served): Promise<void> {
  bus.exportInterface(served, notifications.path, {
    name: notifications.interface,
    methods: {
      GetCapabilities: ['', 'as', [], ['capabilities']],
      GetServerInformation: ['', 'ssss', [], ['name', 'vendor', 'version', 'specification']],
      Notify: ['susssasa{sv}i', 'u', [], ['id']],
      CloseNotification: ['u', '', [], []],
    },
    signals: {},
  })
  await bus.requestName(notifications.destination, 0)
}

async function startRealBus(address: string): Promise<() => Promise<void>> {
  const words = ['--session', '--nofork', '--nopidfile', '--print-address=1', `--address=${address}`]
  const daemon = killedWithParent(spawn('dbus-daemon', words, { stdio: ['ignore', 'pipe', 'ignore'] }))
  const ended = once(daemon, 'close')
  await once(daemon.stdout, 'data')
  return async () => {
    daemon.kill()
    await ended
  }
}

/** The bus bundled with the library, which allows no monitors. */
async function startBroker(socket: string): Promise<() => Promise<void>> {
  const broker = createBroker()
  await new Promise<void>((resolve, reject) => broker.listen({ socket }, (error) => (error ? reject(error) : resolve())))
  return () => new Promise((resolve) => broker.close(resolve))
}

/** Creates a folder of programs that come first in PATH; each is an `sh` script. */
export function standIns(programs: Record<string, string>): { folder: string; env: { PATH: string }; close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-programs-'))
  for (const [name, script] of Object.entries(programs)) {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, 0o755)
  }
  return {
    folder,
    env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
