import type { Account, Call, Gives, Push, Refusal, SyncedObjects, SyncedType, Takes } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type {
  BlockActions,
  ChannelActions,
  ChatActions,
  ConnectedAccounts,
  ContactActions,
  DeviceActions,
  GrantActions,
  OAuthClientActions,
  SubscriptionActions,
} from './actions.ts'
import type { Encryption } from './encryption.ts'
import type { Ephemeral, Notice, People, Pinger, Preferences, Presence, Seal } from './live.ts'
import type { FileSource, Platform } from './platform.ts'
import type { Saved } from './saved.ts'
import type { Tabs } from './tabs.ts'
import type { Found, Section, Target, TargetInfo } from './target.ts'

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
  /** What this browser is called in awake states, `web-<client_id>`, the same in all of its windows. Without it none are told. */
  appGuid?: string
  /** How the windows of one browser agree on one live stream and one outbox. Without it each window stands alone. */
  tabs?: Tabs
  /** Opens and closes ephemerals in place of `encryption`. */
  seal?: Seal
}

/** A session of one account: calls, live stream, mirror and outbox. Everything readable is a nanostores atom. */
export interface Client {
  readonly $account: ReadableAtom<Account | undefined>
  /** `starting` until the mirror holds something to show; `failed` with the reason when the first fill did not work. */
  readonly $state: ReadableAtom<'starting' | 'ready' | { failed: Refusal }>
  /** `connected` from the first frame on. `offline` = a call failed for want of a network and the stream is not connected. */
  readonly $connection: ReadableAtom<'connecting' | 'connected' | 'offline'>
  /** Milliseconds by which the server's clock, which all stamps go by, is ahead of this machine's. */
  readonly $clockAhead: ReadableAtom<number>
  readonly mirror: Mirror
  readonly push: PushActions
  readonly device: DeviceActions
  readonly chat: ChatActions
  readonly contact: ContactActions
  readonly block: BlockActions
  readonly channel: ChannelActions
  readonly subscription: SubscriptionActions
  readonly grant: GrantActions
  readonly oauthClient: OAuthClientActions
  readonly connectedAccount: ConnectedAccounts
  readonly target: Targets
  readonly people: People
  readonly pinger: Pinger
  readonly presence: Presence
  readonly preferences: Preferences
  readonly readMarkers: ReadMarkers
  readonly encryption: Encryption

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
  /** What the live stream relays without keeping it, already opened where it was sealed. */
  onEphemeral(listener: (ephemeral: Ephemeral) => void): () => void
  /** Sends something to the own open streams that nobody keeps; sealed where there is a seal. @throws Refusal */
  sendEphemeral(push: Ephemeral): Promise<void>
  /**
   * A push that a person should be notified of: each at most once, in one of the windows only, and not from muted targets. Whether its
   * conversation is on screen is for the listener to judge.
   */
  onNotify(listener: (notice: Notice) => void): () => void
  /** An incoming push was dismissed or deleted, here or elsewhere: a notification that shows it may close. Told in every window. */
  onDismissed(listener: (push: Push) => void): () => void
  /** Fetches the account anew, e.g. after a payment; also done when the server says that it changed. Fails silently. */
  refreshAccount(): Promise<void>
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
  /**
   * Shows a ghost for each file at once, uploads them two at a time and sends them in the order given. What goes wrong with one stands in
   * its row.
   * @returns their guids
   * @throws Refusal `no_recipient`
   */
  sendFiles(files: readonly FileSource[], target: Target | undefined): string[]
  /**
   * Sends a failed push again under the same guid, in its place. An upload goes on where it was. A row that is `lost` needs its file
   * again; any file will do, and the same one goes on where it was.
   */
  retry(guid: string, file?: FileSource): void
  /** Takes a ghost or a failed push out of the outbox and ends its upload. One that is in flight may arrive all the same. */
  discard(guid: string): void
  /** Stops an upload; its row fails with 'File upload canceled' and can be retried. */
  cancelUpload(guid: string): void
  /** Deletes a push that the server has; it disappears when the server has confirmed. Failure: `onFailure`, 'Error deleting Push'. */
  delete(iden: string, options?: { keepalive?: boolean }): Promise<void>
  /** Marks an incoming push as seen. */
  dismiss(iden: string): Promise<void>
  /**
   * Deletes every push of the account, in the background. Failure: `onFailure`, 'Error deleting all pushes'.
   * @returns whether the server took it on
   */
  deleteAll(): Promise<boolean>
  /**
   * Deletes the own copy of everything in the conversation with a target, in the background. Failure: `onFailure`, 'Error deleting all
   * pushes'.
   * @returns whether the server took it on
   */
  clear(target: Target): Promise<boolean>
  /** The conversation with a target, kept up to date while someone listens. */
  history(target: Target): ReadableAtom<History>
  /** Shows 25 more rows: from memory, then from the server. */
  loadMore(target: Target): Promise<void>
}

/** How far conversations have been read. All windows and devices of a person share it. */
export interface ReadMarkers {
  /** Up to which `created` stamp the conversation with a target has been read, in seconds; 0 when never. */
  readTo(target: Target): number
  /**
   * The newest message of the conversation with a target was before somebody's eyes. Call it as often as that is so: it costs a call of
   * the API only when something was unread, and few of those however much arrives. Without a network it is sent later.
   */
  read(target: Target): void
}

export interface History {
  /** The oldest first; ghosts and failed pushes stand at the end in the order in which they were queued. */
  rows: readonly HistoryRow[]
  /** Whether there is more above: `none` once the first row is the beginning of the conversation. `loadMore` tries again after `failed`. */
  more: 'more' | 'loading' | 'none' | 'failed'
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
  /** The error is that the file is too big for the plan: show a way to upgrade. */
  upgrade?: boolean
  /** It is not sent yet although there is a network: the server takes no more for now, or is not ready. It is tried again by itself. */
  waits?: 'ratelimited' | 'unavailable'
  /** The file's bytes are gone with the page that held them: ask for the file again and hand it to `retry`. */
  lost?: boolean
  /** A file is going up, or waits for its turn. */
  uploading?: boolean
  /** 0 to 1 while `uploading`. A window that does not hold the file knows no progress. */
  progress?: number
  /** The file is up, the push itself is not yet sent. */
  upload_done?: boolean
  /** Bytes of a ghost's file. */
  file_size?: number
  /** What `sendFiles` was handed to draw a ghost's file with. It stays with the settled push in the window that sent it. */
  preview?: unknown
  /** More than 15 minutes lie between this push and the one before it. */
  timeBar: boolean
}

export interface Targets {
  readonly me: Target
  /** Chats, the most recent push first, then by name. 'Me' is not among them. */
  readonly $people: ReadableAtom<readonly Target[]>
  /** Devices, sorted in the same way. */
  readonly $devices: ReadableAtom<readonly Target[]>
  /** Own channels, subscriptions and apps that were let in, sorted in the same way. An own channel that is followed too is there once. */
  readonly $following: ReadableAtom<readonly Target[]>
  /** By target key, how many incoming pushes were created after what has been read, in whatever window or on whatever device. */
  readonly $unread: ReadableAtom<ReadonlyMap<string, number>>
  /**
   * The target of a route: `me`, an email address (also one without a chat), a device's iden, a channel's tag in any case, or the
   * iden of a channel, subscription, grant or app; undefined when there is none.
   */
  find(section: Section, key: string): Target | undefined
  /** The target whose history shows a push; undefined when there is none any more. */
  of(push: Push): Target | undefined
  /** Where a target is listed. */
  sectionOf(target: Target): Section
  /** Every target whose name or line has the query in it, case and accents ignored: names that begin so first, then by recency. */
  search(query: string): readonly Found[]
  /** More about a target, from what is at hand. */
  info(target: Target): TargetInfo
}
