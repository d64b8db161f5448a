import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@waypost/client'
import { testSessions } from '@waypost/client/session/test-sessions'
import type { Account, Push, RemoteAnswer, RemoteRequest } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { environmentOf } from '../test-cli.ts'
import { killedWithParent } from '../test-process.ts'
import type { Feature } from './feature.ts'
import { remoteFilesFeature } from './remote-files.ts'

export interface RemoteFilesStage {
  readonly server: TestServer
  readonly person: { token: string; account: Account }
  readonly device: string
  /** Its subfolder `shared` is shared, the rest is not. */
  readonly folder: string
  readonly asker: Session
  readonly lines: string[]
  /** Shares folders from this process, ending any earlier sharing. */
  share(folders?: readonly string[]): Promise<{ session: Session; answer: Feature }>
  /** Shares the folder from a separate process; resolves once that is listening. */
  shareApart(): Promise<{ kill(): Promise<void> }>
  ask(
    type: RemoteRequest['type'],
    path: string,
    guid?: string,
    part?: { cursor?: string; filter?: string },
  ): Promise<RemoteAnswer>
  push(guid: string): Promise<Push>
  filePushes(): Promise<Push[]>
  close(): Promise<void>
}

let guids = 0

/** @param environment settings of the server; by default the size of files isn't limited */
export async function openRemoteFilesStage(env: Record<string, string> = { WAYPOST_PLANS: 'off' }): Promise<RemoteFilesStage> {
  const server = await startTestServer(env)
  const folder = mkdtempSync(join(tmpdir(), 'waypost-files-'))
  const settings = join(folder, 'settings')
  const sessions = testSessions(() => server.origin)
  // The first account is the administrator, who has Pro.
  await server.signUp('admin@example.org')
  const person = await server.signUp('ana@example.org')
  const { body: device } = await server.request('/v2/devices', { token: person.token, body: { nickname: 'Desk', type: 'linux' } })
  const asker = await sessions.started(person)
  const lines: string[] = []
  let sharing: Feature | undefined
  const apart = new Set<{ kill(): Promise<void> }>()

  return {
    server,
    person,
    device: device.iden,
    folder,
    asker,
    lines,
    async share(folders = [join(folder, 'shared')]) {
      await sharing?.close()
      const session = await sessions.started(person, { sourceDevice: () => device.iden })
      const log = (line: string) => void lines.push(line)
      const answer = remoteFilesFeature({ session, device: device.iden, log, folders, settings })
      sharing = answer
      await answer.start()
      return { session, answer }
    },
    async shareApart() {
      const words = [server.origin, person.token, device.iden, join(folder, 'shared')]
      const program = join(import.meta.dirname, 'test-sharing-process.ts')
      const child = killedWithParent(
        spawn(process.execPath, [program, ...words], {
          env: environmentOf(settings),
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      )
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
      const running = {
        async kill() {
          apart.delete(running)
          child.kill('SIGKILL')
          await ended
        },
      }
      apart.add(running)
      await new Promise((resolve, reject) => {
        child.stdout.once('data', resolve)
        child.once('close', () => reject(new Error('The device ended before it listened.')))
      })
      return running
    },
    ask(type, path, guid = `guid-${++guids}`, part = {}) {
      return new Promise((resolve, reject) => {
        const stop = asker.onEphemeral((ephemeral) => {
          if (ephemeral.guid !== guid || ephemeral.type === type) return
          stop()
          resolve(ephemeral as unknown as RemoteAnswer)
        })
        const request = { type, source_user_iden: person.account.iden, target_device_iden: device.iden, path, guid, ...part }
        asker.sendEphemeral(request).catch(reject)
      })
    },
    push(guid) {
      return new Promise((resolve) => {
        const stop = asker.onPush((push) => {
          if (push.guid !== guid) return
          stop()
          resolve(push)
        })
      })
    },
    async filePushes() {
      const { body } = await server.request('/v2/pushes?active=true', { token: person.token })
      return body.pushes.filter(({ type }: Push) => type === 'file')
    },
    async close() {
      await sharing?.close()
      for (const running of apart) await running.kill()
      sessions.closeAll()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
