// Represents an open stream, as a WebSocket or as a response that does not end.

import type { Scope } from '@waypost/protocol'
import type { Caller } from '../caller.ts'
import type { Micros } from '../change.ts'
import type { LiveConnection } from '../http/live/connection.ts'
import { type Viewer, viewerOf } from '../http/rights/secret-fields.ts'

/** One open stream. */
export class Listener {
  readonly owner: string
  /** Hash of the token that opened it. */
  readonly token: string
  /** When the token expires, in microseconds; null if never. */
  readonly expires: Micros | null
  /** The kind of caller that opened it, which decides what it may see. */
  readonly viewer: Viewer
  /** The scopes of a token that may not see everything. */
  readonly scopes: readonly Scope[] | undefined
  /** Whether tickles carry the changed objects. */
  readonly delta: boolean
  readonly connection: LiveConnection

  constructor(caller: Caller, delta: boolean, connection: LiveConnection) {
    this.owner = caller.account.iden
    this.token = caller.token
    this.expires = caller.expires
    this.viewer = viewerOf(caller)
    this.scopes = caller.scopes.includes('everything') ? undefined : caller.scopes
    this.delta = delta
    this.connection = connection
  }
}
