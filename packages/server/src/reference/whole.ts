// The OpenAPI document of every call, regardless of a server's settings. It is written by the build.

import type { Call } from '@waypost/protocol'
import * as protocol from '@waypost/protocol'
import { openApi } from './openapi.ts'
import type { WholeDocument } from './served.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'takes' in value && 'gives' in value && 'path' in value

/** Generates the document of all calls, as the JSON of a `WholeDocument`, in steps. */
export function* wholeDocument(): Generator<undefined, string> {
  const calls = Object.values<unknown>(protocol).filter(isCall)
  const whole: WholeDocument = { calls: calls.map(({ name }) => name), document: yield* openApi(calls, '') }
  return JSON.stringify(whole)
}
