import type { Account, Call, Gives, Push, Quiet, Refusal, Takes } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { ChannelActions, SubscriptionActions } from '../conversations/channel.ts'
import type { Drafts } from '../conversations/drafts/drafts.ts'
import type { PushActions } from '../conversations/push.ts'
import type { BlockActions, ChatActions, ContactActions } from '../conversations/relations.ts'
import type { Targets } from '../conversations/targets.ts'
import type { SignedOutReason } from '../ground/call.ts'
import type { Failure } from '../ground/failure.ts'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import type { Platform } from '../ground/platform.ts'
import type { ReadMarkers } from '../history/read-markers.ts'
import type { ConnectedAccounts, GrantActions, OAuthClientActions } from '../settings/apps.ts'
import type { DeviceActions } from '../settings/device.ts'
import type { Preferences } from '../settings/preferences.ts'
import type { KeptFiles } from '../storage/kept-files.ts'
import type { Mirror } from '../sync/mirror.ts'
import type { Writes } from '../sync/writes.ts'
import type { Notice } from '../tabs/notices.ts'
import type { Presence } from '../tabs/presence.ts'
import type { Tabs } from '../tabs/tabs.ts'
import type { Elevation } from './elevation.ts'
import type { Encryption } from './encryption.ts'
import type { Ephemeral, Seal } from './ephemeral.ts'
import type { OpenChanges } from './later-changes.ts'
import type { OpenStorage } from './later-storage.ts'
import type { Pinger } from './online-devices.ts'

export interface SessionOptions {
  /** Without a trailing slash, e.g. `http://localhost:4280`. */
  origin: string
  token: string
  /** If it is known from the sign-in; otherwise `start` fetches it. */
  account?: Account
  saved: KeyValueStore
  /**
   * Opens the browser's store for the outbox with its files, and older history. Without it, the outbox is in `saved`, files are lost with
   * their window, and older history is not kept.
   */
  storage?: OpenStorage
  /** By default with lazily loaded code. */
  changes?: OpenChanges
  /** Identifies the program in the `X-User-Agent` header, e.g. `waypost-web/162`. */
  agent: string
  /** The iden of this machine's device while it is one; pushes sent from here have it as their source. */
  sourceDevice?: () => string | undefined
  platform?: Platform
  /** Identifies this browser in awake states, `web-<client_id>`, the same in all of its windows. Without it no awake states are sent. */
  appGuid?: string
  /** Lets the windows of one browser share one live stream and one outbox. Without it each window is on its own. */
  tabs?: Tabs
  /** The target key of the person whose conversation is on screen: the bootstrap fetches it before all others. */
  opensWith?: () => string | undefined
  /** Encrypts and decrypts ephemerals instead of `encryption`. */
  seal?: Seal
}

/** A session of one account: calls, live stream, mirror and outbox. All readable state is in nanostores atoms. */
export interface Session {
  readonly $account: ReadableAtom<Account | undefined>
  /** `starting` until the mirror holds something to show; `failed` with the reason if the bootstrap did not work. */
  readonly $state: ReadableAtom<'starting' | 'ready' | { failed: Refusal }>
  /** While `starting`, the name of the conversation that can already be shown: its target and newest pushes are there. */
  readonly $early: ReadableAtom<string | undefined>
  /** `connected` from the first frame on. `offline`: a call found no network and the stream is not connected. */
  readonly $connection: ReadableAtom<'connecting' | 'connected' | 'offline'>
  /** Milliseconds by which the server's clock, which all stamps use, is ahead of this machine's. */
  readonly $clockAhead: ReadableAtom<number>
  readonly mirror: Mirror
  readonly push: PushActions
  /** Stores files so that their uploads outlive the window; undefined without `storage`. */
  readonly keptFiles: KeptFiles | undefined
  readonly device: DeviceActions
  readonly chat: ChatActions
  readonly contact: ContactActions
  readonly block: BlockActions
  readonly channel: ChannelActions
  readonly subscription: SubscriptionActions
  /** For `sourcesOf`, in a module of its own. */
  readonly sourceWrites: Writes<'sources'>
  readonly grant: GrantActions
  readonly oauthClient: OAuthClientActions
  readonly connectedAccount: ConnectedAccounts
  readonly target: Targets
  readonly pinger: Pinger
  readonly presence: Presence
  readonly preferences: Preferences
  readonly readMarkers: ReadMarkers
  readonly drafts: Drafts
  readonly elevation: Elevation
  readonly encryption: Encryption

  /** @throws Refusal */
  call<C extends Call>(call: C, input: Takes<C>): Promise<Gives<C>>
  /**
   * Loads the snapshot or fills the mirror from the server, then connects the stream and sends the queue. A refusal is put into
   * `$state` instead of thrown; `start` may be called again after that.
   */
  start(): Promise<void>
  /** The machine woke up or the network returned: checks the stream, fetches changes and sends the queue, at once. */
  wake(): void
  /** Saved data stays. */
  close(): void
  /** Erases everything this session has saved. Used at sign-out. */
  erase(): void
  /** Reports failures that the user must know about, as title and body of a banner. The returned function removes the listener. */
  onFailure(listener: (failure: Failure) => void): () => void
  /** Calls back with the title of reported failures once all actions that failed under it have succeeded. */
  onSolved(listener: (title: string) => void): () => void
  /** The server no longer accepts the token. `token` if it said so in the words of the specification. */
  onSignedOut(listener: (reason: SignedOutReason) => void): () => void
  /**
   * Every push that arrives or changes after the bootstrap, in order of arrival, except deleted ones. `waypost watch` prints
   * these.
   */
  onPush(listener: (push: Push) => void): () => void
  /** Messages that the live stream relays without storing them, decrypted. */
  onEphemeral(listener: (ephemeral: Ephemeral) => void): () => void
  /**
   * Sends a message to the account's open streams; it is not stored, and encrypted if there is a password.
   * @param short the version for closed browsers if it is encrypted
   * @throws Refusal
   */
  sendEphemeral(push: Ephemeral, short?: Ephemeral): Promise<void>
  /**
   * A push that the user should be notified of: each at most once, in one window only, and not from muted targets. The listener
   * decides whether its conversation is on screen.
   */
  onNotify(listener: (notice: Notice) => void): () => void
  quietOf(push: Push): Quiet
  /** An incoming push was dismissed or deleted, here or elsewhere: a notification that shows it may close. Called in every window. */
  onDismissed(listener: (push: Push) => void): () => void
  /** Fetches the account, e.g. after a payment; also done when the server reports a change. Fails silently. */
  refreshAccount(): Promise<void>
}
