// Requests files from devices, and tracks each request until its push arrives or it fails.

import type { Push, RemoteFile } from '@waypost/protocol'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isRecord } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { openEntries } from '../queue/entries.ts'
import type { Session } from '../session/session.ts'
import { answerWithin, noAnswer, type Outcome, type Question, type RemoteAsker } from './answers.ts'

export interface FileRequest {
  /** The push that delivers the file has the same guid. */
  guid: string
  device: string
  path: string
  name: string
  /** In bytes, if the device reported it. */
  size?: number
  /** `queued` until the device confirms, `done` when the file has arrived. */
  state: 'queued' | 'confirmed' | 'done' | 'failed'
  /** In one sentence. */
  error?: string
  /** It failed because the device did not respond; it is retried when the device is back. */
  silent?: true
  url?: string
  /** When it was last requested, in milliseconds since 1970 by this machine's clock. */
  asked: number
  /** The mirror's baseline at the request, in seconds. Earlier pushes cannot be the file. */
  since: number
}

export type FileRequests = ReturnType<typeof openFileRequests>

interface Deps {
  session: Session
  asker: RemoteAsker
  saved: KeyValueStore
  platform: Pick<Platform, 'now' | 'unique'>
}

type Confirmed = 'remote_file_request_confirmed'

/** Prefix of the storage keys; each request has its own, so windows don't overwrite each other's. */
export const fileRequestPrefix = 'remote_file.'
/** Beyond this number, the oldest done requests are removed. */
const maxRequests = 100

export function openFileRequests({ session, asker, saved, platform }: Deps) {
  const account = () => session.$account.get()?.iden
  const entries = openEntries<FileRequest>({
    saved,
    prefix: fileRequestPrefix,
    guidOf: ({ guid }) => guid,
    write: (request) => JSON.stringify({ ...request, account: account() }),
    read: (text) => readRequest(text, account()),
    compare: (one, other) => one.since - other.since,
    onGone: (guid) => responses.stop(guid),
  })
  const { $all, find, save, remove } = entries
  const responses = openResponses(asker)

  function ask(request: FileRequest): void {
    save({ ...unfailed(request), state: 'queued', asked: platform.now() })
    wait(request, answerWithin, true)
  }

  /** @param send false if the request was sent before this page was loaded, so that it only waits for the response */
  function wait({ guid, device, path }: FileRequest, within: number, send: boolean): void {
    responses.await({ device, path, guid, within, silent: !send }, (outcome) => {
      const request = find(guid)
      if (request?.state === 'queued') save(withOutcome(request, outcome))
    })
  }

  /** Late responses count too. */
  const stopAnswers = asker.onAnswer((answer) => {
    if (answer.type !== 'remote_file_request_confirmed') return
    const request = find(answer.guid)
    if (!request || request.device !== answer.source_device_iden || request.state === 'done') return
    responses.stop(request.guid)
    const rest = unfailed(request)
    save(answer.error === undefined ? { ...rest, state: 'confirmed' } : { ...rest, state: 'failed', error: answer.error })
  })

  function hear(push: Push): void {
    const request = requestOf(push, $all.get())
    if (!request || push.file_url === undefined) return
    responses.stop(request.guid)
    save({ ...unfailed(request), state: 'done', url: push.file_url })
    for (const { guid } of beyondMost($all.get())) remove(guid)
  }

  const stopPushes = session.onPush(hear)

  /** Retries unanswered requests when a device is back. The device recognizes a guid that it has seen. */
  const stopPongs = session.onEphemeral(({ type, device_iden }) => {
    if (type !== 'pong') return
    for (const request of $all.get()) if (request.silent && request.device === device_iden) ask(request)
  })
  /** A device that comes back resumes confirmed requests itself; they are repeated in case it has lost them. */
  const stopOnline = session.pinger.$online.listen((online, before) => {
    for (const { guid, device, path, state } of $all.get())
      if (state === 'confirmed' && online.has(device) && !before?.has(device))
        responses.await({ device, path, guid, within: answerWithin })
  })

  return {
    /** Oldest first. Requests survive a reload. */
    $all,
    /** @returns the guid */
    request(device: string, { path, name, size }: RemoteFile): string {
      const guid = platform.unique()
      const since = session.mirror.$baseline.get()
      const asked = platform.now()
      ask({ guid, device, path, name, ...(size !== undefined && { size }), state: 'queued', asked, since })
      return guid
    },
    retry(guid: string): void {
      const request = find(guid)
      if (request?.state === 'failed') ask(request)
    },
    /** A device that is already sending the file continues. */
    remove,
    /** Reads saved requests: at the start, and when another window may have changed them. */
    load(): void {
      if (account() === undefined) return
      const loaded = entries.readSaved().sort((one, other) => one.asked - other.asked)
      for (const { guid } of $all.get()) if (entries.isDoneElsewhere(guid)) entries.forget(guid)
      entries.putSaved(...loaded)
      for (const request of loaded) {
        if (request.state !== 'queued') responses.stop(request.guid)
        else if (!responses.areAwaited(request.guid)) wait(request, leftOf(request, platform.now()), false)
      }
      if ($all.get().every(({ state }) => state === 'done')) return
      for (const push of session.mirror.of('pushes').get().entries.values()) hear(push)
    },
    close(): void {
      stopAnswers()
      stopPushes()
      stopPongs()
      stopOnline()
      responses.close()
    },
  }
}

function openResponses(asker: RemoteAsker) {
  const waits = new Map<string, () => void>()

  function stop(guid: string): void {
    waits.get(guid)?.()
    waits.delete(guid)
  }

  return {
    stop,
    areAwaited: (guid: string) => waits.has(guid),
    /** Asks, and waits for the response to this instead of an earlier one. */
    await(question: Omit<Question<Confirmed>, 'wants'>, hear?: (outcome: Outcome<Confirmed>) => void): void {
      const { guid } = question
      stop(guid)
      const stopAsking = asker.ask({ ...question, wants: 'remote_file_request_confirmed' }, (outcome) => {
        waits.delete(guid)
        hear?.(outcome)
      })
      waits.set(guid, stopAsking)
    },
    close(): void {
      for (const each of waits.values()) each()
      waits.clear()
    },
  }
}

function withOutcome(request: FileRequest, outcome: Outcome<Confirmed>): FileRequest {
  if (!('failed' in outcome)) return { ...request, state: 'confirmed' }
  const isSilent = !outcome.refused && outcome.failed === noAnswer
  return { ...request, state: 'failed', error: outcome.failed, ...(isSilent && { silent: true }) }
}

/** Finds the request of a push by its guid, or by file name and device if the device does not know the guid. */
function requestOf(push: Push, requests: readonly FileRequest[]): FileRequest | undefined {
  if (push.type !== 'file' || push.direction === 'incoming') return undefined
  const byGuid = push.guid ? requests.find(({ guid }) => guid === push.guid) : undefined
  if (byGuid) return byGuid.state === 'done' ? undefined : byGuid
  return requests.find(
    ({ state, device, name, since }) =>
      state !== 'done' && device === push.source_device_iden && name === push.file_name && push.created > since,
  )
}

/** The oldest done requests, as many as there are too many requests. */
function beyondMost(requests: readonly FileRequest[]): FileRequest[] {
  const done = requests.filter(({ state }) => state === 'done')
  return done.slice(0, Math.max(0, requests.length - maxRequests))
}

const unfailed = ({ error: _error, silent: _silent, ...request }: FileRequest): FileRequest => request

/** The rest of the timeout in milliseconds, even if the clock was set back. */
function leftOf({ asked }: FileRequest, now: number): number {
  return Math.min(answerWithin, Math.max(0, asked + answerWithin - now))
}

function readRequest(text: string | undefined, account: string | undefined): FileRequest | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (!isRecord(value) || value.account !== account) return undefined
    const { account: _, ...request } = value
    const { guid, device, path, name, state, asked, since, url } = request
    const texts = [guid, device, path, name].every((field) => typeof field === 'string')
    const numbers = [asked, since].every((field) => typeof field === 'number')
    const known =
      state === 'queued' || state === 'confirmed' || state === 'failed' || (state === 'done' && typeof url === 'string')
    return texts && numbers && known ? (request as unknown as FileRequest) : undefined
  } catch {
    return undefined
  }
}
