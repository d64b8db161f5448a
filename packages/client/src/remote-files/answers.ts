import { Refusal, RemoteAnswer, RemoteFile, type Schema } from '@waypost/protocol'
import { deviceName } from '../conversations/targets.ts'
import { compareKeys } from '../session/key-fingerprint.ts'
import { fileObstacle } from '../session/key-obstacle.ts'
import type { Platform } from '../session/platform.ts'
import type { Session } from '../session/session.ts'
import { check, isRecord } from '../sync/objects.ts'

/** What a device answered, or one sentence about why there is nothing; `refused`: the sentence is the device's. */
export type Outcome<T extends RemoteAnswer['type']> =
  | { answer: Extract<RemoteAnswer, { type: T }> }
  | { failed: string; refused: boolean }

/** Asks devices through ephemerals and finds the answer to each question. */
export interface RemoteAsker {
  /**
   * Asks a device for something at a path. `hear` is told once: of the answer, of the sentence that came in its place, or that none came
   * in time.
   * @returns ends the waiting; nothing is told then
   */
  ask<T extends RemoteAnswer['type']>(question: Question<T>, hear: (outcome: Outcome<T>) => void): () => void
  /** Hears every answer, also those that nobody waits for any more. */
  onAnswer(listener: (answer: RemoteAnswer) => void): () => void
  close(): void
}

export interface Question<T extends RemoteAnswer['type']> {
  wants: T
  device: string
  path: string
  guid: string
  /** Of a folder: where to go on, and what has to be in the names. */
  part?: { cursor?: string; filter?: string }
  /** Milliseconds. */
  within: number
  /** Asked already, before this page: only the answer is waited for. */
  silent?: boolean
}

/** Milliseconds that a device has for an answer. */
export const answerWithin = 30_000
export const noAnswer = 'The device did not answer.'
const notSealed = 'This browser could not encrypt the request. Set the password anew in the settings.'

/** In UTF-16 units: what is longer comes from no file system. */
const longestPath = 10_000
const longestName = 1_000
const longestSentence = 300

const requestOf = {
  remote_directory: 'remote_directory_request',
  remote_thumbnail: 'remote_thumbnail_request',
  remote_file_request_confirmed: 'remote_file_request',
} as const

interface Waiting {
  question: Question<RemoteAnswer['type']>
  end(outcome: Outcome<never>): void
  leave(): void
}

export function openRemoteAsker(session: Session, platform: Pick<Platform, 'after'>): RemoteAsker {
  const waiting = new Map<string, Waiting>()
  const listeners = new Set<(answer: RemoteAnswer) => void>()

  /** Why one end cannot read what the other one says. Its answer would never come. */
  async function obstacle(iden: string): Promise<string | undefined> {
    const own = await session.encryption.fingerprint()
    const device = session.mirror.of('devices').get().entries.get(iden)
    return device && fileObstacle(compareKeys(own, device.key_fingerprint), deviceName(device))
  }

  const stop = session.onEphemeral((ephemeral) => {
    const answer = readAnswer(ephemeral)
    if (!answer) return
    const open = waiting.get(answer.guid)
    if (open && answers(answer, open.question))
      open.end(answer.error === undefined ? { answer: answer as never } : { failed: answer.error, refused: true })
    for (const listener of [...listeners]) listener(answer)
  })

  return {
    ask(question, hear) {
      const { device, path, guid, part, within, wants, silent } = question
      let stopLooking = () => {}
      const leave = () => {
        stopTimer()
        stopLooking()
        if (waiting.get(guid) === own) waiting.delete(guid)
      }
      const end = (outcome: Outcome<never>) => {
        if (waiting.get(guid) !== own) return
        leave()
        hear(outcome)
      }
      const own: Waiting = { question, end, leave }
      const stopTimer = platform.after(within, () => end({ failed: noAnswer, refused: false }))
      waiting.set(guid, own)
      if (silent) return leave
      const asked = { source_user_iden: session.$account.get()?.iden ?? '', target_device_iden: device, path, guid, ...part }
      const send = async () => {
        const error = await obstacle(device)
        if (waiting.get(guid) !== own) return
        if (error !== undefined) return end({ failed: error, refused: false })
        return session.sendEphemeral({ type: requestOf[wants], ...asked }).then(
          () => {
            // It went out empty: no device can answer that.
            if (session.encryption.$failed.get()) end({ failed: notSealed, refused: false })
          },
          (error: unknown) => {
            if (!(error instanceof Refusal)) throw error
            end({ failed: error.message, refused: false })
          },
        )
      }
      // Nobody keeps an answer that comes before the stream does.
      if (session.$connection.get() !== 'connecting') void send()
      else
        stopLooking = session.$connection.listen((connection) => {
          if (connection === 'connecting') return
          stopLooking()
          void send()
        })
      return leave
    },
    onAnswer(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      stop()
      for (const { leave } of [...waiting.values()]) leave()
    },
  }
}

/** The home may be called by its real path in an answer. */
function answers({ type, source_device_iden, path }: RemoteAnswer, { wants, device, path: asked }: Waiting['question']): boolean {
  return type === wants && source_device_iden === device && (path === asked || asked === homePath)
}

/** What every device calls its home. */
export const homePath = '~'

/**
 * Reads what a device answered; undefined when it is no answer. Nothing in it is taken on trust: an odd field is left out, an odd file too,
 * and no text is longer than anything can show.
 */
export function readAnswer(ephemeral: Record<string, unknown>): RemoteAnswer | undefined {
  const { contents, ...rest } = ephemeral
  const answer = readLoosely(RemoteAnswer, rest)
  if (!answer || answer.path.length > longestPath) return undefined
  if (answer.error !== undefined) return { ...answer, error: answer.error.trim().slice(0, longestSentence) || noAnswer }
  if (answer.type !== 'remote_directory') return answer
  const { parent_path, left_out, cursor, total, ...directory } = answer
  const read = Array.isArray(contents) ? contents.map(readFile) : []
  const files = read.filter((file) => file !== undefined)
  const missing = countOf(left_out) + read.length - files.length
  return {
    ...directory,
    contents: files,
    ...(parent_path !== undefined && parent_path.length <= longestPath && { parent_path }),
    ...(missing > 0 && { left_out: missing }),
    ...(total !== undefined && { total: countOf(total) }),
    ...(cursor !== undefined && cursor !== '' && cursor.length <= longestPath && { cursor }),
  }
}

function readFile(value: unknown): RemoteFile | undefined {
  const file = readLoosely(RemoteFile, value)
  if (!file || file.path === '' || file.path.length > longestPath) return undefined
  const { size, ...rest } = file
  const name = file.name.slice(0, longestName) || file.path.slice(-longestName)
  return { ...rest, name, ...(size !== undefined && size >= 0 && { size }) }
}

/** A value without the fields that cannot be read, where it can do without them. */
function readLoosely<T>(schema: Schema<T>, value: unknown): T | undefined {
  if (!isRecord(value)) return undefined
  const first = check(schema, value)
  if ('value' in first) return first.value
  const rest = { ...value }
  for (const field of first.wrong) delete rest[field]
  const second = check(schema, rest)
  return 'value' in second ? second.value : undefined
}

const countOf = (value: number | undefined): number => (value !== undefined && value > 0 ? Math.floor(value) : 0)
