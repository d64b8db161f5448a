import type { Account, Call, Gives, Push, Refusal, Takes } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { BlockActions } from '../conversations/block.ts'
import type { ChannelActions, SubscriptionActions } from '../conversations/channel.ts'
import type { ChatActions } from '../conversations/chat.ts'
import type { ContactActions } from '../conversations/contact.ts'
import type { People } from '../conversations/people.ts'
import type { PushActions } from '../conversations/push.ts'
import type { Targets } from '../conversations/targets.ts'
import type { ConnectedAccounts, GrantActions, OAuthClientActions } from '../settings/apps.ts'
import type { DeviceActions } from '../settings/device.ts'
import type { Preferences } from '../settings/preferences.ts'
import type { Mirror } from '../sync/mirror.ts'
import type { ReadMarkers } from '../sync/read-markers.ts'
import type { Notice } from '../tabs/notices.ts'
import type { Presence } from '../tabs/presence.ts'
import type { Tabs } from '../tabs/tabs.ts'
import type { Encryption } from './encryption.ts'
import type { Ephemeral, Seal } from './ephemeral.ts'
import type { Failure } from './failure.ts'
import type { Pinger } from './pinger.ts'
import type { Platform } from './platform.ts'
import type { Saved } from './saved.ts'

export interface SessionOptions {
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
export interface Session {
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
