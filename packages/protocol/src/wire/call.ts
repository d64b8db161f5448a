// Declares what the definition of a call consists of.

import * as v from 'valibot'
import type { RefusalCode } from './refusal.ts'
import type { Scope } from './scope.ts'

/** Maximum size of the body of a JSON or form call. */
export const requestBytes = 1_048_576

/**
 * The budget of an account per `budgetMilliseconds`, or of an IP address for calls without an account. It allows 6,553 ordinary calls
 * per minute.
 */
export const budgetUnits = 32_768
export const budgetMilliseconds = 60_000
export const unitsPerCall = 1

/** Units that a call costs besides, for each operation of the database. */
export const unitsPerOperation = 4

/** Bytes of a request body that cost one more unit: 32 MB per minute. */
export const bytesPerUnit = 1_024

// biome-ignore lint/suspicious/noExplicitAny: the issue type of a schema does not matter here
export type Schema<Output = unknown> = v.GenericSchema<any, Output>

/**
 * The definition of one API call, used by both ends: the server routes, parses and responds by it, the client sends requests by it, and
 * the API reference is generated from it.
 */
export interface Call<Takes extends Schema = Schema, Gives extends Schema = Schema> {
  /** Verb and noun, e.g. `createPush`. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** `:name` stands for a field of `takes`; the other fields go into the query (GET, DELETE) or the body (POST). */
  readonly path: `/${string}`
  /** One sentence for the API reference. */
  readonly does: string
  readonly takes: Takes
  readonly gives: Gives
  /**
   * Who may call it. `anyone` needs no token, `account` needs one of the account, `owner` needs one of the user's own: tokens of OAuth
   * clients are refused. `session` needs a sign-in: the tokens that the user made for programs are refused too, for what would outlast
   * such a token or give more than it has (tokens, sessions, elevation, ways to sign in, apps, plans, administrators).
   */
  readonly who: 'anyone' | 'account' | 'owner' | 'session'
  /**
   * The scope that permits it, besides `everything`; `any` if every token may make it that may do more than
   * `push`. Calls for the owner alone have none, as only tokens
   * with `everything` may make them; those for administrators have `admin`.
   */
  readonly scope?: Scope | 'any'
  /** Maximum size of the body in bytes, if not the constant above. */
  readonly requestBytes?: number
  /** Maximum size of the response in bytes, if larger than a page of a list. */
  readonly answerBytes?: number
  /** Whether the response may be as long as a page of a list though it is none. Those of all GET calls may. */
  readonly answersPage?: boolean
  /** About how many database operations it takes, if not one; this determines its cost. */
  readonly operations?: number
  /** Fields that an empty string removes; any other empty field counts as absent. */
  readonly emptied?: readonly string[]
  /** Whether it is a call of OAuth 2.0, which refuses as RFC 6749, 5.2 says unless it was sent as JSON. */
  readonly oauthErrors?: boolean
  /** Codes that it may be refused with, besides those of any call: invalid_request, invalid_param, invalid_access_token,
   * account_suspended, internal. */
  readonly refuses: readonly RefusalCode[]
}

export type Takes<C extends Call> = v.InferInput<C['takes']>
export type Taken<C extends Call> = v.InferOutput<C['takes']>
export type Gives<C extends Call> = v.InferOutput<C['gives']>

/** The cost of a call, counted towards `budgetUnits`. */
export function costOf({ operations = 1 }: Call): number {
  return unitsPerCall + unitsPerOperation * operations
}

/** Whether a call returns a list in pages. */
export function isList({ takes }: Call): boolean {
  const fields = (takes as { entries?: object }).entries ?? {}
  return 'limit' in fields || 'cursor' in fields
}

type NoFields = v.ObjectSchema<Record<never, never>, undefined>
const noFields: NoFields = /* @__PURE__ */ v.object({})

/** What the definition of a call may leave out: fields that it takes or gives, and codes of its own. */
type Optional = 'takes' | 'gives' | 'refuses'

/** Declares a call. Preserves the types of its schemas, so that both ends are type-checked. */
/* @__NO_SIDE_EFFECTS__ */
export function defineCall<T extends Schema = NoFields, G extends Schema = NoFields>(
  call: Omit<Call<T, G>, Optional> & Partial<Pick<Call<T, G>, Optional>>,
): Call<T, G> {
  return { takes: noFields as Schema as T, gives: noFields as Schema as G, refuses: [], ...call }
}
