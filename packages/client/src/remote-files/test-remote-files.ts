import { createDevice, type RemoteAnswer } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { manualClock } from '../ground/test-clock.ts'
import { until } from '../ground/until.ts'
import type { Ephemeral } from '../session/ephemeral.ts'
import type { Session } from '../session/session.ts'
import { type Person, testSessions } from '../session/test-sessions.ts'
import { openRemoteFiles, type RemoteFiles, type RemoteView } from './remote-files.ts'

// For tests: a server, devices that the test operates, and the remote files of a session.

export let server: TestServer
let people = 0
const sessions = testSessions(() => server.origin)
export const { open, started } = sessions
const opened: RemoteFiles[] = []

export function setUpRemoteFiles(): void {
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterEach(() => {
    for (const files of opened.splice(0)) files.close()
    sessions.closeAll()
  })
  afterAll(() => server.close())
}

export const signUp = () => server.signUp(`person-${++people}@example.org`, `Person ${people}`)

/** A device that the test operates: `asked` returns its requests in order. */
export async function deviceOf(person: Person, remote_files: 'enabled' | 'disabled' = 'enabled') {
  const session = await started(person)
  const { iden } = await session.call(createDevice, { nickname: 'Laptop', remote_files })
  const questions: Ephemeral[] = []
  const waiting: ((question: Ephemeral) => void)[] = []
  session.onEphemeral((ephemeral) => {
    if (ephemeral.type === 'ping') void session.sendEphemeral({ type: 'pong', device_iden: iden })
    if (ephemeral.target_device_iden !== iden) return
    const take = waiting.shift()
    if (take) take(ephemeral)
    else questions.push(ephemeral)
  })
  return {
    iden,
    client: session,
    questions,
    asked(): Promise<Ephemeral> {
      const first = questions.shift()
      return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve))
    },
    answer(type: RemoteAnswer['type'], { guid, path }: Ephemeral, more: object = {}) {
      return session.sendEphemeral({ type, source_device_iden: iden, guid, path, ...more })
    },
  }
}

export function remote(session: Session, clock = manualClock(), saved = inMemoryStore()) {
  const files = openRemoteFiles(session, { saved, platform: clock })
  opened.push(files)
  return { files, clock, saved }
}

export const shows = (files: RemoteFiles, device: string, holds: (view: RemoteView) => boolean) =>
  until(files.folders.view(device), holds)

export const hasFolder = ({ folder, loading }: RemoteView) => folder !== undefined && loading === undefined
