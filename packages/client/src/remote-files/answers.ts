// Sends requests for files to devices by ephemerals, and checks and parses the responses.

import { Refusal, RemoteAnswer, RemoteFile } from '@waypost/protocol'
import { deviceName } from '../conversations/targets.ts'
import { readLoosely } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { compareKeys } from '../session/key/fingerprint.ts'
import { fileObstacle } from '../session/key/obstacle.ts'
import type { Session } from '../session/session.ts'

/** The response of a device, or a sentence that says why there is none; `refused`: the sentence is the device's. */
export type Outcome<T extends RemoteAnswer['type']> =
  | { answer: Extract<RemoteAnswer, { type: T }> }
  | { failed: string; refused: boolean }

export interface RemoteAsker {
  /**
   * Calls `hear` once: with the response, or with a sentence that says why there is none, e.g. after a timeout.
   * @returns stops waiting; then `hear` is not called
   */
  ask<T extends RemoteAnswer['type']>(question: Question<T>, hear: (outcome: Outcome<T>) => void): () => void
  /** Calls the listener for all responses, including those to ended requests. */
  onAnswer(listener: (answer: RemoteAnswer) => void): () => void
  close(): void
}

export interface Question<T extends RemoteAnswer['type']> {
  wants: T
  device: string
  path: string
  guid: string
  /** For a folder: where to continue, and what the names must contain. */
  part?: { cursor?: string; filter?: string }
  /** Timeout in milliseconds. */
  within: number
  /** The request was sent before this page was loaded, so it only waits for the response. */
  silent?: boolean
}

/** How long a device has to respond, in milliseconds. */
export const answerWithin = 30_000
export const noAnswer = 'The device did not answer.'
const notSealed = 'This browser could not encrypt the request. Set the password again in the settings.'

/** In UTF-16 units; no file system has longer paths or names. */
const maxPathLength = 10_000
const maxNameLength = 1_000
const maxSentenceLength = 300

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

  /** Why the two ends cannot decrypt each other's messages, if so: there would be no response. */
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
      const request = { source_user_iden: session.$account.get()?.iden ?? '', target_device_iden: device, path, guid, ...part }
      const send = async () => {
        const error = await obstacle(device)
        if (waiting.get(guid) !== own) return
        if (error !== undefined) return end({ failed: error, refused: false })
        return session.sendEphemeral({ type: requestOf[wants], ...request }).then(
          () => {
            // It was sent empty, so the device cannot respond.
            if (session.encryption.$failed.get()) end({ failed: notSealed, refused: false })
          },
          (error: unknown) => {
            if (!(error instanceof Refusal)) throw error
            end({ failed: error.message, refused: false })
          },
        )
      }
      // A response that arrives before the stream is connected would be lost.
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

/** A device may respond with the real path of its home. */
function answers(
  { type, source_device_iden, path }: RemoteAnswer,
  { wants, device, path: requested }: Waiting['question'],
): boolean {
  return type === wants && source_device_iden === device && (path === requested || requested === homePath)
}

const homePath = '~'

/** Parses a response of a device; undefined if it is not one. Malformed fields and files are dropped, and strings are truncated. */
export function readAnswer(ephemeral: Record<string, unknown>): RemoteAnswer | undefined {
  const { contents, ...rest } = ephemeral
  const answer = readLoosely(RemoteAnswer, rest)
  if (!answer || answer.path.length > maxPathLength) return undefined
  if (answer.error !== undefined) return { ...answer, error: answer.error.trim().slice(0, maxSentenceLength) || noAnswer }
  if (answer.type !== 'remote_directory') return answer
  const { parent_path, left_out, cursor, total, ...directory } = answer
  const read = Array.isArray(contents) ? contents.map(readFile) : []
  const files = read.filter((file) => file !== undefined)
  const missing = countOf(left_out) + read.length - files.length
  return {
    ...directory,
    contents: files,
    ...(parent_path !== undefined && parent_path.length <= maxPathLength && { parent_path }),
    ...(missing > 0 && { left_out: missing }),
    ...(total !== undefined && { total: countOf(total) }),
    ...(cursor !== undefined && cursor !== '' && cursor.length <= maxPathLength && { cursor }),
  }
}

function readFile(value: unknown): RemoteFile | undefined {
  const file = readLoosely(RemoteFile, value)
  if (!file || file.path === '' || file.path.length > maxPathLength) return undefined
  const { size, ...rest } = file
  const name = file.name.slice(0, maxNameLength) || file.path.slice(-maxNameLength)
  return { ...rest, name, ...(size !== undefined && size >= 0 && { size }) }
}

const countOf = (value: number | undefined): number => (value !== undefined && value > 0 ? Math.floor(value) : 0)
