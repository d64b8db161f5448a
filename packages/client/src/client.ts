import type { Account, Call, Chat, Device, Gives, Push, Refusal, SyncedObjects, SyncedType, Takes } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { Platform } from './platform.ts'
import type { Saved } from './saved.ts'
import type { Target } from './target.ts'

export interface ClientOptions {
  /** Where the server is, e.g. `http://localhost:4280`, without a slash at the end. */
  origin: string
  token: string
  /** The account, when it is known from the sign-in; otherwise `start` asks for it. */
  account?: Account
  saved: Saved
  /** Names the program in the `X-User-Agent` header, e.g. `waypost-web/162`. */
  agent: string
  /** This machine's device, when it is one; pushes sent from here carry it as their source. */
  sourceDevice?: string
  platform?: Platform
}

/** A session of one account: calls, live stream, mirror and outbox. Everything readable is a nanostores atom. */
export interface Client {
  readonly $account: ReadableAtom<Account | undefined>
  /** `starting` until the mirror holds something to show; `failed` with the reason when the first fill did not work. */
  readonly $state: ReadableAtom<'starting' | 'ready' | { failed: Refusal }>
  /** `connected` from the first frame on. `offline` = a call failed for want of a network and the stream is not connected. */
  readonly $connection: ReadableAtom<'connecting' | 'connected' | 'offline'>
  readonly mirror: Mirror
  readonly push: PushActions
  readonly device: DeviceActions
  readonly chat: ChatActions
  readonly target: Targets

  /** Makes one call. @throws Refusal */
  call<C extends Call>(call: C, input: Takes<C>): Promise<Gives<C>>
  /**
   * Loads what is saved or fills the mirror anew, then connects the stream and sends what waits in the outbox. A refusal is put in
   * `$state` rather than thrown; `start` may then be called again.
   */
  start(): Promise<void>
  /** The machine woke or the network returned: looks at once whether the stream lives, what changed and what waits to be sent. */
  wake(): void
  /** Ends timers and the stream. What is saved stays. */
  close(): void
  /** Erases everything this client saved. Used at sign-out. */
  erase(): void
  /** Tells of failures that a person must hear of, as title and body of a banner. The answer stops it. */
  onFailure(listener: (failure: Failure) => void): () => void
  /** The server no longer takes the token. `token` when it said so in the words of the specification. */
  onSignedOut(listener: (reason: 'token' | 'other') => void): () => void
  /**
   * Every push that arrives or changes, after the first fill, in the order of arrival; not those that are deleted. `waypost watch`
   * prints these.
   */
  onPush(listener: (push: Push) => void): () => void
}

export interface Failure {
  /** e.g. `Error deleting Push`, `Network Issue` */
  title: string
  body: string
  /** What it comes from; `storage_full` leads to the page that speaks of storage. */
  refusal: Refusal
}

/** The synced copy of every type. */
export interface Mirror {
  /** Active objects of a type by iden. A new wrapper is set on each change; the map inside is the same one. */
  of<T extends SyncedType>(type: T): ReadableAtom<{ readonly rows: ReadonlyMap<string, SyncedObjects[T]> }>
  /** The newest stamp seen, in seconds. */
  readonly $baseline: ReadableAtom<number>
  /** Fetches all that changed since the baseline. Calls that overlap share one run. @throws Refusal */
  catchUp(): Promise<void>
}

/** What a person typed. */
export interface Draft {
  title?: string
  body?: string
  url?: string
}

export interface PushActions {
  /**
   * Queues a push and shows it as a ghost at once. Trims; a body that is one http(s) link becomes the url.
   * @returns the guid, or undefined when there was nothing to send
   * @throws Refusal `no_recipient`
   */
  send(draft: Draft, target: Target | undefined): string | undefined
  /** Sends a failed push again under the same guid, in its place. */
  retry(guid: string): void
  /** Takes a ghost or a failed push out of the outbox. One that is in flight may arrive all the same. */
  discard(guid: string): void
  /** Deletes a push that the server has; it disappears when the server has confirmed. Failure: `onFailure`, 'Error deleting Push'. */
  delete(iden: string, options?: { keepalive?: boolean }): Promise<void>
  /** Marks an incoming push as seen. */
  dismiss(iden: string): Promise<void>
  /** The conversation with a target, kept up to date while someone listens. */
  history(target: Target): ReadableAtom<History>
  /** Shows 25 more rows: from memory, then from the server. */
  loadMore(target: Target): Promise<void>
}

export interface History {
  /** The oldest first; ghosts and failed pushes stand at the end in the order in which they were queued. */
  rows: readonly HistoryRow[]
  /** Whether there is more above: `unknown` before the first look at the server. */
  more: 'unknown' | 'more' | 'loading' | 'none' | 'failed'
}

export interface HistoryRow {
  /** Stays the same when a ghost becomes the server's push: the guid, or the iden of a push without one. */
  key: string
  /** A ghost has its draft's fields, no iden ('') and the time at which it was queued as `created`. */
  push: Push
  /** `out`: sent by this account. In a device's history, what that device sent stands on the `in` side. */
  side: 'in' | 'out'
  state: 'sending' | 'failed' | 'settled'
  /** The server's words about a failed push. */
  error?: string
  /** More than 15 minutes lie between this push and the one before it. */
  timeBar: boolean
}

/** What fails here is told by `onFailure`; only `create` throws as well, as it has an answer to give. */
export interface DeviceActions {
  /** The newest created first. */
  readonly $all: ReadableAtom<readonly Device[]>
  /** @throws Refusal */
  create(fields: { nickname?: string; type?: string; model?: string; manufacturer?: string; icon?: string }): Promise<Device>
  rename(iden: string, nickname: string): Promise<void>
  remove(iden: string): Promise<void>
}

/** What fails here is told by `onFailure`; only `start` throws as well. */
export interface ChatActions {
  /** The newest created first. */
  readonly $all: ReadableAtom<readonly Chat[]>
  /** The chat with an address: the one there is, or a new one. @throws Refusal */
  start(email: string): Promise<Chat>
  setMuted(iden: string, muted: boolean): Promise<void>
  remove(iden: string): Promise<void>
}

export interface Targets {
  readonly me: Target
  /** Chats, the most recent push first, then by name. 'Me' is not among them. */
  readonly $people: ReadableAtom<readonly Target[]>
  /** Devices, sorted in the same way. */
  readonly $devices: ReadableAtom<readonly Target[]>
  /** Incoming, active, undismissed pushes by target key. */
  readonly $unread: ReadableAtom<ReadonlyMap<string, number>>
  /** The target of a route: `me`, an e-mail address (also one without a chat) or a device's iden; undefined when there is none. */
  find(section: 'people' | 'devices', key: string): Target | undefined
}
