import type * as v from 'valibot'
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
  /** `anyone` needs no token. */
  readonly who: 'anyone' | 'account'
  /** What it is refused with, beyond what any call can be: unreadable, invalid_param, invalid_access_token, internal. */
  readonly refuses: readonly RefusalCode[]
}

export type Takes<C extends Call> = v.InferInput<C['takes']>
export type Taken<C extends Call> = v.InferOutput<C['takes']>
export type Gives<C extends Call> = v.InferOutput<C['gives']>

/** Declares a call. The schemas' types are kept, so that both ends are checked against them. */
export function defineCall<T extends Schema, G extends Schema>(call: Call<T, G>): Call<T, G> {
  return call
}
