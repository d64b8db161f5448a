import type * as v from 'valibot'
import * as limits from './limits.ts'
import type { RefusalCode } from './refusal.ts'

// biome-ignore lint/suspicious/noExplicitAny: a schema's issue type says nothing here
export type Schema<Output = unknown> = v.GenericSchema<any, Output>

/**
 * One call of the API, said once and used by both ends: the server matches, parses and answers by it, a client asks by it, the
 * reference is printed from it.
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
   * `anyone` needs no token, `account` one of the account, `owner` one that was given to the person: an app that the person let in
   * by OAuth may not make this call.
   */
  readonly who: 'anyone' | 'account' | 'owner'
  /** The most bytes that its body may have, where that is not `limits.requestBytes`. */
  readonly requestBytes?: number
  /** The most bytes that its answer may have, where that is more than a page of a list. */
  readonly answerBytes?: number
  /** About how often it reads or writes the database, where that is not once: this is what it costs. */
  readonly operations?: number
  /** What it is refused with, beyond what any call can be: unreadable, invalid_param, invalid_access_token, internal. */
  readonly refuses: readonly RefusalCode[]
}

export type Takes<C extends Call> = v.InferInput<C['takes']>
export type Taken<C extends Call> = v.InferOutput<C['takes']>
export type Gives<C extends Call> = v.InferOutput<C['gives']>

/** What a call costs of `limits.rateLimit`. */
export function costOf({ operations = 1 }: Call): number {
  return limits.callCost + limits.operationCost * operations
}

/** Whether a call answers a list, a page at a time. */
export function isList({ takes }: Call): boolean {
  const fields = (takes as { entries?: object }).entries ?? {}
  return 'limit' in fields || 'cursor' in fields
}

/** Declares a call. The schemas' types are kept, so that both ends are checked against them. */
export function defineCall<T extends Schema, G extends Schema>(call: Call<T, G>): Call<T, G> {
  return call
}
