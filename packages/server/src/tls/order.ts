// Orders a certificate from an ACME server (RFC 8555).

import { setTimeout as sleep } from 'node:timers/promises'
import type * as acme from 'acme-client'
import { newKey } from './certificate.ts'
import { adapter, Exchange, troubleIn } from './exchange.ts'
import { AcmeError } from './rules.ts'

interface Order {
  domain: string
  directory: string
  /** Certificates that the one of the ACME server is checked against; undefined: those that Node.js trusts. */
  ca: string | undefined
  /** The address that the ACME server writes to. */
  email: string | undefined
  accountKey: string
  /** The text that answers a challenge, by its token. Filled while the order is open. */
  challenges: Map<string, string>
  signal: AbortSignal
}

/** Milliseconds between two looks at the state of an order at first and at most, and in all. */
const looks = { first: 200, most: 5_000, all: 3 * 60_000 }

let library: Promise<typeof acme> | undefined

/** Loads the library when the first certificate is ordered. */
function load(): Promise<typeof acme> {
  library ??= import('acme-client').then((loaded) => {
    loaded.axios.defaults.adapter = adapter
    return loaded
  })
  return library
}

/**
 * Orders a certificate for one domain with a new key, and proves by HTTP-01 that the domain leads here.
 * @returns the key, the certificate and its chain in PEM format
 * @throws AcmeError
 */
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

/** Waits until an order or an authorization has a status. @throws AcmeError when it gets another one or takes too long */
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
