// Orders a certificate from an ACME server (RFC 8555).

import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as acme from 'acme-client'
import type { axios } from 'acme-client'
import { Agent } from 'undici'
import { madeOnce } from '../processor/made-once.ts'
import { newKey } from './certificate.ts'
import { AcmeError, type AcmeTrouble } from './rules.ts'

interface Order {
  domain: string
  directory: string
  /** The CA certificates for verifying the ACME server; undefined: those that Node.js trusts. */
  ca: string | undefined
  email: string | undefined
  accountKey: string
  /** The responses to challenges, by token. Filled while the order is open. */
  challenges: Map<string, string>
  signal: AbortSignal
}

/** Milliseconds between polls of an order's state, initially and at most, and the total time limit. */
const looks = { first: 200, most: 5_000, all: 3 * 60_000 }

const load = madeOnce(async () => {
  const loaded = await import('acme-client')
  loaded.axios.defaults.adapter = adapter
  return loaded
})

/** Orders a certificate for a domain by HTTP-01; returns a new key, the certificate and its chain in PEM format. @throws AcmeError */
export async function orderCertificate(order: Order): Promise<string> {
  const { Client, crypto } = await load()
  const { domain, directory, ca, email, accountKey, challenges, signal } = order
  return new Exchange(ca, signal).run(async () => {
    const client = new Client({ directoryUrl: directory, accountKey })
    // Finds the account of the key, if there is one.
    await client.createAccount({ termsOfServiceAgreed: true, contact: email === undefined ? [] : [`mailto:${email}`] })
    const placed = await client.createOrder({ identifiers: [{ type: 'dns', value: domain }] })
    for (const authorization of await client.getAuthorizations(placed))
      await prove(client, placed, authorization, challenges, signal)
    await settled('ready', () => client.getOrder(placed), signal)
    const key = await newKey()
    const [, request] = await crypto.createCsr({ altNames: [domain] }, key)
    await client.finalizeOrder(placed, request)
    return key + (await client.getCertificate(await settled('valid', () => client.getOrder(placed), signal)))
  })
}

/** Answers the challenge of an authorization, unless it is still valid from an earlier order. */
async function prove(
  client: acme.Client,
  order: acme.Order,
  authorization: acme.Authorization,
  challenges: Order['challenges'],
  signal: AbortSignal,
): Promise<void> {
  if (authorization.status === 'valid') return
  const challenge = authorization.challenges.find(({ type }) => type === 'http-01')
  if (!challenge) throw new AcmeError({ type: 'other', detail: 'it offers no challenge by HTTP', retryAfter: 0 })
  challenges.set(challenge.token, await client.getChallengeKeyAuthorization(challenge))
  try {
    await client.completeChallenge(challenge)
    const one = { ...order, authorizations: [authorization.url] }
    await settled('valid', async () => (await client.getAuthorizations(one))[0] as acme.Authorization, signal)
  } finally {
    challenges.delete(challenge.token)
  }
}

interface Item {
  status: string
  error?: object
  challenges?: readonly { error?: object }[]
}

const undecided = ['pending', 'processing', 'ready']

/** Waits until an order or an authorization has a status. @throws AcmeError if it gets another status or takes too long */
async function settled<T extends Item>(wanted: 'ready' | 'valid', read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const end = performance.now() + looks.all
  for (let wait = looks.first; performance.now() < end; wait = Math.min(2 * wait, looks.most)) {
    const item = await read()
    if (item.status === wanted) return item
    if (!undecided.includes(item.status))
      throw new AcmeError(troubleIn(item.error ?? item.challenges?.find(({ error }) => error)?.error))
    await sleep(wait, undefined, { signal })
  }
  throw new AcmeError({ type: 'other', detail: 'it has not decided in time', retryAfter: 0 })
}

type Adapter = Extract<typeof axios.defaults.adapter, (...parameters: never[]) => unknown>

/** Milliseconds within which the ACME server must start its response, and that it may pause in it. */
const patience = 30_000
/** Bytes. Chains and problem documents take a few thousand. */
const largestResponse = 2 ** 20

const errorPrefix = 'urn:ietf:params:acme:error:'

/** TLS errors about a certificate's validity period: nearly always, the local clock is wrong, not the authority's server. */
const untimely = ['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED']
const untrusted = /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/

/** A problem document (RFC 7807), as ACME servers send them. */
interface Problem {
  type?: unknown
  detail?: unknown
}

/** The connection to the ACME server for one order. The library's own retries as long as asked, and keeps only an error's text. */
class Exchange {
  readonly #agent: Agent
  readonly #signal: AbortSignal
  #trouble: AcmeTrouble | undefined

  constructor(ca: string | undefined, signal: AbortSignal) {
    this.#agent = new Agent({
      // The signal of a request only takes effect once it is connected.
      connect: { ca, timeout: patience, signal },
      headersTimeout: patience,
      bodyTimeout: patience,
      maxResponseSize: largestResponse,
    })
    this.#signal = signal
  }

  /** Runs work of the library, whose requests go through this connection. @throws AcmeError */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await current.run(this, work)
    } catch (error) {
      throw error instanceof AcmeError ? error : new AcmeError(this.#trouble ?? troubleWith('other', (error as Error).message))
    } finally {
      void this.#agent.destroy()
    }
  }

  async send({ url = '', method, data, headers }: Parameters<Adapter>[0]) {
    const { origin, pathname, search } = new URL(url)
    const request = { origin, path: pathname + search, method: method?.toUpperCase() as 'GET' | 'HEAD' | 'POST' }
    try {
      const { statusCode, ...response } = await this.#agent.request({
        ...request,
        headers: headers.toJSON() as Record<string, string>,
        body: data,
        signal: this.#signal,
      })
      const text = await response.body.text()
      this.#trouble = statusCode < 400 ? undefined : troubleOf(statusCode, text, response.headers['retry-after']?.toString())
      return { status: statusCode, headers: response.headers as Record<string, string>, text }
    } catch (error) {
      throw new AcmeError(troubleOfNetwork(error as NodeJS.ErrnoException))
    }
  }
}

const current = new AsyncLocalStorage<Exchange>()

const adapter: Adapter = async (config) => {
  const exchange = current.getStore()
  if (!exchange) throw new Error('There is no order that this request belongs to.')
  const { status, headers, text } = await exchange.send(config)
  return { status, statusText: '', headers, data: text, config }
}

const troubleIn = (problem: Problem | undefined): AcmeTrouble =>
  troubleWith(String(problem?.type ?? 'other').replace(errorPrefix, ''), String(problem?.detail ?? ''))

function troubleWith(type: string, detail: string): AcmeTrouble {
  return { type, detail, retryAfter: 0 }
}

function troubleOf(status: number, text: string, retryAfter: string | undefined): AcmeTrouble {
  const wait = readRetryAfter(retryAfter)
  try {
    const problem = JSON.parse(text) as Problem
    if (typeof problem.type === 'string') return { ...troubleIn(problem), retryAfter: wait }
  } catch {
    // A proxy in between answered with a page.
  }
  const type = status === 429 ? 'rateLimited' : status >= 500 ? 'unavailable' : 'other'
  return { type, detail: `status ${status}`, retryAfter: wait }
}

/** Parses seconds or a date (RFC 9110, 10.2.3) as milliseconds from now. */
function readRetryAfter(text: string | undefined): number {
  if (text === undefined) return 0
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : 0
}

function troubleOfNetwork({ code = '', message }: NodeJS.ErrnoException): AcmeTrouble {
  const type = untimely.includes(code) ? 'clock' : untrusted.test(code) ? 'untrusted' : 'unreachable'
  return troubleWith(type, code || message)
}
