import { email, nameLength, Refusal } from '@waypost/protocol'
import * as v from 'valibot'
import type { GoogleConfig } from '../config.ts'
import { type Identity, identityOf, type KnownPerson, type Provider } from './provider.ts'

/** The timeout of a request to Google, in milliseconds. */
const patience = 10_000
const contactsPerPage = 1_000
const mostContactPages = 10

const TokenInfo = v.looseObject({
  aud: v.optional(v.string()),
  azp: v.optional(v.string()),
  sub: v.optional(v.string()),
  expires_in: v.pipe(v.union([v.number(), v.string()]), v.transform(Number)),
})
const UserInfo = v.looseObject({ sub: v.pipe(v.string(), v.minLength(1), v.maxLength(nameLength)) })
const Connections = v.looseObject({
  connections: v.optional(
    v.array(
      v.looseObject({
        names: v.optional(v.array(v.looseObject({ displayName: v.optional(v.string()) }))),
        emailAddresses: v.optional(v.array(v.looseObject({ value: v.optional(v.string()) }))),
      }),
    ),
  ),
  nextPageToken: v.optional(v.string()),
})

/**
 * Google: the browser gets an access token from Google's page (response type `token`), and the server asks Google for its owner. Tokens
 * issued to other programs are refused: otherwise their developers could sign in as any of their users.
 */
export function googleProvider(google: GoogleConfig, signUp: () => Promise<boolean>): Provider {
  /** Google's id of the token's owner; undefined when the token is not for our client or no longer valid. */
  async function check(accessToken: string): Promise<{ sub: string | undefined } | undefined> {
    const address = new URL(google.tokenInfoUrl)
    address.searchParams.set('access_token', accessToken)
    const info = await ask(address, TokenInfo)
    if (!info || !(info.expires_in > 0)) return undefined
    return info.aud === google.clientId || info.azp === google.clientId ? { sub: info.sub } : undefined
  }

  return {
    type: 'google',
    describe: async () => ({
      type: 'google',
      name: 'Google',
      authorize_url: google.authorizeUrl,
      client_id: google.clientId,
      sign_up: await signUp(),
    }),
    async identify(accessToken): Promise<Identity | undefined> {
      const token = await check(accessToken)
      if (!token) return undefined
      const person = await ask(new URL(google.userInfoUrl), UserInfo, accessToken)
      if (!person || (token.sub !== undefined && token.sub !== person.sub)) return undefined
      return identityOf(person.sub, person)
    },
    async contacts(accessToken) {
      if (!(await check(accessToken))) return undefined
      const people: KnownPerson[] = []
      let page: string | undefined
      for (let pages = 0; pages < mostContactPages; pages++) {
        const address = new URL(google.connectionsUrl)
        address.searchParams.set('personFields', 'names,emailAddresses')
        address.searchParams.set('pageSize', String(contactsPerPage))
        if (page) address.searchParams.set('pageToken', page)
        const found = await ask(address, Connections, accessToken)
        if (!found) return undefined
        for (const { names, emailAddresses } of found.connections ?? []) {
          const name = names?.[0]?.displayName?.slice(0, nameLength)
          for (const { value } of emailAddresses ?? []) {
            const address = v.safeParse(email, value)
            if (address.success) people.push({ email: address.output, ...(name ? { name } : {}) })
          }
        }
        page = found.nextPageToken
        if (!page) break
      }
      return people
    },
  }
}

/** Calls a Google API; undefined if Google refuses. @throws Refusal `unavailable` for no response or an unexpected one */
async function ask<S extends v.GenericSchema>(url: URL, schema: S, token?: string): Promise<v.InferOutput<S> | undefined> {
  try {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(patience) })
    if (response.ok) return v.parse(schema, await response.json())
    await response.body?.cancel()
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return undefined
    throw new Error(`Google answered ${response.status}.`)
  } catch (cause) {
    throw new Refusal('unavailable', 'Google isn’t responding. Try again in a moment.', { cause })
  }
}
