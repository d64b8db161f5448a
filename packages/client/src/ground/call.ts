// Makes API calls over HTTP, and observes whether the server responds.

import { apiVersion, type Call, type Gives, Refusal, readRefusal, type Takes } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Clock } from './clock.ts'
import { listeners } from './listeners.ts'
import { check } from './objects.ts'
import type { HttpRequest, Platform } from './platform.ts'
import { openTurns, type Turns } from './turns.ts'

interface CallOptions {
  /** Lets the call outlive the page that makes it. It starts at once and bypasses the queue. */
  keepalive?: boolean
}

/** Makes single API calls, six at once; further ones are queued. */
export interface Calls {
  /** False after a call found no network, until the server responds again. */
  readonly $reachable: ReadableAtom<boolean>
  /** Reports that the server responded in another way. */
  reached(): void
  /** Parses the response by the call's definition. @throws Refusal */
  call<C extends Call>(call: C, input: Takes<C>, options?: CallOptions): Promise<Gives<C>>
  /** The same, but returns the response's JSON unparsed, for callers that parse it leniently. @throws Refusal */
  callRaw<C extends Call>(call: C, input: Takes<C>, options?: CallOptions): Promise<unknown>
  /** Called once, when the server no longer accepts the token. */
  onSignedOut(listener: (reason: SignedOutReason) => void): () => void
}

/** How long a server may take to start its response, and then to finish it, in milliseconds. */
export const answerTimes = { answer: 30_000, body: 120_000 }
const tokenIsWrong = 'Access token is missing or invalid'
/** The message of a 401 to a session without an account. */
const accessIsDenied = 'Unauthorized: Access is denied.'

/** Why the server no longer accepts the token. A suspended account accepts it again when the suspension ends. */
export type SignedOutReason = 'token' | 'suspended' | 'other'

interface Options {
  origin: string
  token: string
  agent: string
  platform: Platform
  /** The concurrency limit that it shares with other traffic. */
  turns?: Turns
  /** Learns the server's time from responses. */
  clock?: Clock
  /** Asks the user to prove who they are. @returns whether they did: then the call is retried */
  elevate?: () => Promise<boolean>
}

export function openCalls({ origin, token, agent, platform, turns = openTurns(), clock, elevate }: Options): Calls {
  const $reachable = atom(true)
  const signedOut = listeners<SignedOutReason>()
  let hasSignedOut = false

  async function callRaw(call: Call, input: object, options?: CallOptions): Promise<unknown> {
    try {
      return await callOnce(call, input, options)
    } catch (error) {
      const needsProof = error instanceof Refusal && error.code === 'elevation_needed'
      if (needsProof && elevate && (await elevate())) return callOnce(call, input, options)
      throw error
    }
  }

  async function callOnce(call: Call, input: object, { keepalive }: CallOptions = {}): Promise<unknown> {
    const { url, body } = address(call, input)
    const headers: Record<string, string> = { 'API-Version': apiVersion, 'X-User-Agent': agent }
    // Some calls that need no account still use it if there is one, e.g. a message to support.
    if (call.who !== 'anyone' || token !== '') headers.Authorization = `Basic ${base64(`${token}:`)}`
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    const request: HttpRequest = { method: call.method, headers }
    if (body !== undefined) request.body = body
    if (keepalive) request.keepalive = true

    const exchanged = () => exchange(origin + url, request)
    const { status, text, retryAfter } = await (keepalive ? exchanged() : turns.run(`${call.method} ${call.path}`, exchanged))
    $reachable.set(true)
    if (status === 401 && call.who !== 'anyone' && !hasSignedOut) {
      hasSignedOut = true
      signedOut.emit(text.includes(tokenIsWrong) ? 'token' : 'other')
    }
    const json = parsed(text)
    if (status === 403 && call.who !== 'anyone' && !hasSignedOut && readRefusal(status, json).code === 'account_suspended') {
      hasSignedOut = true
      signedOut.emit('suspended')
    }
    if (status === 401 && token === '') throw new Refusal('invalid_access_token', accessIsDenied)
    if (status < 200 || status > 299) throw readRefusal(status, json, retryAfter)
    if (json === undefined) throw new Refusal('bad_answer')
    return json
  }

  async function exchange(
    url: string,
    request: HttpRequest,
  ): Promise<{ status: number; text: string; retryAfter: string | null | undefined }> {
    const requestedAt = platform.now()
    try {
      const answer = await within(answerTimes.answer, platform.fetch(url, request))
      clock?.observe(answer.headers?.get('date'), requestedAt)
      const retryAfter = answer.headers?.get('retry-after')
      return { status: answer.status, text: await within(answerTimes.body, answer.text()), retryAfter }
    } catch (cause) {
      $reachable.set(false)
      throw new Refusal('network', undefined, { cause })
    }
  }

  function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = platform.after(milliseconds, () => reject(new Error(`No answer within ${milliseconds} ms.`)))
      work.then(resolve, reject).finally(stop)
    })
  }

  return {
    $reachable,
    reached: () => $reachable.set(true),
    callRaw,
    async call<C extends Call>(call: C, input: Takes<C>, callOptions?: CallOptions) {
      const read = check<Gives<C>>(call.gives as C['gives'], await callRaw(call, input as object, callOptions))
      if ('wrong' in read) throw new Refusal('bad_answer', undefined, { cause: `unreadable: ${read.wrong.join(', ')}` })
      return read.value
    },
    onSignedOut: signedOut.on,
  }
}

/** The URL and body of a request: `:name` in the path is replaced by its field; the other fields go into the query or the body. */
function address(call: Call, input: object): { url: string; body: string | undefined } {
  const fields = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = call.path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = fields.get(name)
    fields.delete(name)
    return encodeURIComponent(String(value ?? ''))
  })
  if (call.method === 'POST') return { url: path, body: JSON.stringify(Object.fromEntries(fields)) }
  const query = [...fields].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')
  return { url: query === '' ? path : `${path}?${query}`, body: undefined }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// btoa accepts only Latin-1, so the text is passed as its UTF-8 bytes.
function base64(text: string): string {
  const bytes = encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return (globalThis as unknown as { btoa(text: string): string }).btoa(bytes)
}
