import type {
  Block,
  Channel,
  Chat,
  ConnectedAccount,
  Contact,
  createChannel,
  createClient,
  Device,
  Grant,
  Client as OAuthClient,
  Subscription,
  Takes,
  updateChannel,
  updateClient,
} from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'

// What a person does with the objects of an account. What fails is told by `onFailure`, as 'Error creating|updating|deleting <kind>';
// what answers an object throws the Refusal as well, and the others answer whether it worked.

export interface DeviceActions {
  /** The newest created first. */
  readonly $all: ReadableAtom<readonly Device[]>
  /** @throws Refusal */
  create(fields: { nickname?: string; type?: string; model?: string; manufacturer?: string; icon?: string }): Promise<Device>
  rename(iden: string, nickname: string): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export interface ChatActions {
  /** The newest created first. */
  readonly $all: ReadableAtom<readonly Chat[]>
  /** The chat with an address: the one there is, or a new one. @throws Refusal */
  start(email: string): Promise<Chat>
  setMuted(iden: string, muted: boolean): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export interface ContactActions {
  /** By name, in lower case. */
  readonly $all: ReadableAtom<readonly Contact[]>
  /** The one with the same address is renamed instead of doubled. @throws Refusal */
  create(fields: { name: string; email: string }): Promise<Contact>
  rename(iden: string, name: string): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export interface BlockActions {
  /** By name. */
  readonly $all: ReadableAtom<readonly Block[]>
  /** The block of an address. Read it from `$all` in a screen that must keep up. */
  find(email: string): Block | undefined
  /** Blocks an address, then deletes the chat with it. False when either failed; a chat is not deleted when the block failed. */
  add(email: string): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export interface ChannelActions {
  /** Own channels, the newest created first. */
  readonly $all: ReadableAtom<readonly Channel[]>
  /** @throws Refusal, e.g. `tag_taken` */
  create(fields: Takes<typeof createChannel>): Promise<Channel>
  update(iden: string, fields: Omit<Takes<typeof updateChannel>, 'iden'>): Promise<boolean>
  setMuted(iden: string, muted: boolean): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export interface SubscriptionActions {
  /** By the channel's name. */
  readonly $all: ReadableAtom<readonly Subscription[]>
  /** The subscription to a channel, by its tag in any case. Read it from `$all` in a screen that must keep up. */
  find(tag: string): Subscription | undefined
  /** The subscription there is, or a new one. @throws Refusal */
  follow(tag: string): Promise<Subscription>
  setMuted(iden: string, muted: boolean): Promise<boolean>
  /** Ends a subscription. */
  remove(iden: string): Promise<boolean>
}

/** Apps that were let in. */
export interface GrantActions {
  /** Those that have a client, by its name. */
  readonly $all: ReadableAtom<readonly Grant[]>
  remove(iden: string): Promise<boolean>
}

/** Apps that the account registered. */
export interface OAuthClientActions {
  /** The newest created first. */
  readonly $all: ReadableAtom<readonly OAuthClient[]>
  /** @throws Refusal */
  create(fields: Takes<typeof createClient>): Promise<OAuthClient>
  update(iden: string, fields: Omit<Takes<typeof updateClient>, 'iden'>): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

/** Ways to sign in. */
export interface ConnectedAccounts {
  /** The newest created first. */
  readonly $all: ReadableAtom<readonly ConnectedAccount[]>
  remove(iden: string): Promise<boolean>
}
