// Declares the parts of a call's definition.

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

/** Additional units per database operation of a call. */
export const unitsPerOperation = 4

/** How many bytes of a request body cost one more unit: 32 MB per minute. */
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
   * clients are refused. `session` needs a sign-in: it also refuses the tokens that the user created for programs, for actions that would
   * outlast such a token or exceed its rights (tokens, sessions, elevation, ways to sign in, apps, plans, administrators).
   */
  readonly who: 'anyone' | 'account' | 'owner' | 'session'
  /**
   * The scope that permits it, besides `everything`; `any` if every token may make it that may do more than
   * `push`. Calls for the owner alone have none, as only tokens
   * with `everything` may make them; those for administrators have `admin`.
   */
  readonly scope?: Scope | 'any'
  /** Maximum size of the body in bytes; `requestBytes` by default. */
  readonly requestBytes?: number
  /** Maximum size of the response in bytes, if larger than a page of a list. */
  readonly answerBytes?: number
  /** Whether the response may be as long as a page of a list although it is not one. Responses of GET calls always may. */
  readonly answersPage?: boolean
  /** Approximately how many database operations it takes, if more than one; determines its cost. */
  readonly operations?: number
  /** Fields that an empty string removes; any other empty field counts as absent. */
  readonly emptied?: readonly string[]
  /** Whether it is an OAuth 2.0 call, whose refusals follow RFC 6749, 5.2 unless it was sent as JSON. */
  readonly oauthErrors?: boolean
  /** Refusal codes besides those of any call: invalid_request, invalid_param, invalid_access_token, account_suspended, internal. */
  readonly refuses: readonly RefusalCode[]
}

export type Takes<C extends Call> = v.InferInput<C['takes']>
export type Taken<C extends Call> = v.InferOutput<C['takes']>
export type Gives<C extends Call> = v.InferOutput<C['gives']>

/** The cost of a call, counted towards `budgetUnits`. */
export function costOf({ operations = 1 }: Call): number {
  return unitsPerCall + unitsPerOperation * operations
}

/** Whether a call returns a paged list. */
export function isList({ takes }: Call): boolean {
  const fields = (takes as { entries?: object }).entries ?? {}
  return 'limit' in fields || 'cursor' in fields
}

type NoFields = v.ObjectSchema<Record<never, never>, undefined>
const noFields: NoFields = /* @__PURE__ */ v.object({})

/** The optional parts of a call's definition: fields that it takes or gives, and its own refusal codes. */
type Optional = 'takes' | 'gives' | 'refuses'

/** Declares a call. Preserves the types of its schemas, so both ends are type-checked. */
/* @__NO_SIDE_EFFECTS__ */
export function defineCall<T extends Schema = NoFields, G extends Schema = NoFields>(
  call: Omit<Call<T, G>, Optional> & Partial<Pick<Call<T, G>, Optional>>,
): Call<T, G> {
  return { takes: noFields as Schema as T, gives: noFields as Schema as G, refuses: [], ...call }
}
