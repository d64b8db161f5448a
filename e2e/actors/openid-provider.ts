// Gives a story a real OpenID provider, which lets one person in without asking.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestServer } from '@waypost/server/test-server'
import Provider from 'oidc-provider'
import { test as base } from './mail-server.ts'

/** A person at the provider; `turns back` refuses the sign-in there. */
interface Person {
  sub: string
  email: string
  email_verified?: boolean
  name?: string
}

interface OpenidProvider {
  /** The person at the browser. */
  person: Person | 'turns back'
}

/** For stories whose server has an OpenID provider besides the built-in one, and a mail server. */
export const test = base.extend<{
  issuer: OpenidProvider & { url: string; serve(origin: string): void }
  openid: OpenidProvider
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  issuer: async ({}, use) => {
    const http = createServer()
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    const issuer = {
      url,
      person: { sub: 'ana', email: 'ana@example.org' } as OpenidProvider['person'],
      serve: (origin: string) => http.on('request', listenerFor(url, origin, issuer)),
    }
    await use(issuer)
    http.closeAllConnections()
    await new Promise((done) => http.close(done))
  },
  openid: async ({ issuer }, use) => use(issuer),
  server: async ({ smtp, settings, issuer }, use) => {
    const { config, ...environment } = settings
    const openid = { WAYPOST_OIDC_ISSUER: issuer.url, WAYPOST_OIDC_CLIENT_ID: 'waypost', WAYPOST_OIDC_CLIENT_SECRET: 'a secret' }
    const all = { WAYPOST_SMTP_URL: smtp.url, ...openid, ...environment }
    const server = await startTestServer(all, { ...(config && { config }) })
    issuer.serve(server.origin)
    await use(server)
    await server.close()
  },
})

/** Answers as the provider, whose only client is the server at `origin`. */
function listenerFor(url: string, origin: string, issuer: OpenidProvider) {
  const found = () => (issuer.person === 'turns back' ? undefined : issuer.person)
  const provider = new Provider(url, {
    clients: [{ client_id: 'waypost', client_secret: 'a secret', redirect_uris: [`${origin}/provider/oidc/callback`] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...found(), sub }) }),
    ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    pkce: { required: () => true },
    cookies: { keys: ['only for stories'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
  })
  const serve = provider.callback()
  return async (...[request, response]: Parameters<typeof serve>) => {
    if (!request.url?.startsWith('/interaction/')) return serve(request, response)
    const person = found()
    if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' })
    const { prompt, params } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    const grant = new provider.Grant({ accountId: person.sub, clientId: params.client_id as string })
    grant.addOIDCScope('openid email profile')
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }
}
