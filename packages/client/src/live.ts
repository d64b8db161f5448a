import type { Push } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { Range, Target } from './target.ts'

// What a client does beside keeping its copy: what passes by, who is here, and whom one may write to.

/** Something that passes through the live stream, e.g. `mirror`, `dismissal`, `sms_changed`, `pong`, `remote_directory`. */
export interface Ephemeral {
  type: string
  [field: string]: unknown
}

/** Makes unreadable to the server what only the own devices may read. */
export interface Seal {
  /** What a sealed ephemeral holds, or undefined when it cannot be opened. */
  open(ephemeral: Record<string, unknown>): Promise<Ephemeral | undefined>
  /** The sealed form; answers the same object while there is no password. */
  close(ephemeral: Ephemeral): Promise<Record<string, unknown>>
}

export interface Notice {
  push: Push
  target: Target
}

export interface Pinger {
  /** Idens of the devices that answered the latest ping, or spoke since. */
  readonly $online: ReadableAtom<ReadonlySet<string>>
  /** `asking` until 6 seconds after the first ping; before that, a device that is not among the online ones may be. */
  readonly $state: ReadableAtom<'never' | 'asking' | 'known'>
  /** Asks all devices whether they are there; does nothing within 60 seconds of the last time. */
  ping(): void
}

export interface Presence {
  /** Whether this browser counts as awake: some window of it shows the main page and has somebody's attention. */
  readonly $awake: ReadableAtom<boolean>
  /**
   * Says how this window is: whether it shows the main page, and whether somebody is there (visible, focused, recent input). Call it
   * whenever that changes.
   */
  report(state: { mainPage: boolean; awake: boolean }): void
}

/** What the account keeps for web clients, `web_preferences`. */
export interface Preferences {
  /** Undefined until they were heard of once. */
  readonly $all: ReadableAtom<Readonly<Record<string, unknown>> | undefined>
  /** Reads them anew. @throws Refusal */
  load(): Promise<void>
  /**
   * Changes some of them at once; undefined removes one. When the server does not take it, they go back and `onFailure` tells
   * 'Error updating Account'.
   */
  set(changes: Readonly<Record<string, unknown>>): Promise<boolean>
}

/** Somebody or something that a person may pick. */
export interface Suggestion {
  /** Unlike that of any other on the list. */
  key: string
  type: 'person' | 'email'
  name: string
  /** Of a `person` and an `email`. */
  email?: string
  image_url?: string
  is_user?: boolean
  /** Where the query stands in the name, and in the address. */
  inName?: Range
  inEmail?: Range
}

export interface People {
  /** People whom one may want to write to: the server's suggestions, none with whom there is a chat. @throws Refusal */
  suggest(): Promise<readonly Suggestion[]>
  /** People whom the account knows and who have no account here. @throws Refusal */
  invitable(): Promise<readonly Suggestion[]>
  /** A new look for people by what is typed; each picker has its own. */
  picker(): Picker
}

export interface Picker {
  /**
   * What fits the latest query: own matches at once, the server's when they are there, then the typed address or number itself.
   * `looking` until the server has answered. An answer to an earlier query is dropped; an empty query finds nothing.
   */
  readonly $found: ReadableAtom<{ query: string; suggestions: readonly Suggestion[]; looking: boolean }>
  ask(query: string): void
}
