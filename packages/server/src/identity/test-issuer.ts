import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** What a provider says of a person. */
interface Person {
  sub: string
  email: string
  email_verified?: boolean
  name?: string
}

/** A real OpenID provider that lets one person at a time in, without asking. `serve` tells it its client: a server of ours. */
export async function startIssuer() {
  const http = createServer()
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  let person: Person | undefined

  return {
    settings: { WAYPOST_OIDC_ISSUER: url, WAYPOST_OIDC_CLIENT_ID: 'waypost', WAYPOST_OIDC_CLIENT_SECRET: 'a secret of ours' },
    serve(origin: string) {
      const provider = new Provider(url, {
        clients: [
          { client_id: 'waypost', client_secret: 'a secret of ours', redirect_uris: [`${origin}/provider/oidc/callback`] },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...person, sub }) }),
        ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
        pkce: { required: () => true },
        cookies: { keys: ['only for tests'] },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      })
      const serve = provider.callback()
      http.on('request', async (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return serve(request, response)
        const { prompt, params } = await provider.interactionDetails(request, response)
        const accountId = person?.sub ?? ''
        if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId } })
        const grant = new provider.Grant({ accountId, clientId: params.client_id as string })
        grant.addOIDCScope('openid email profile')
        return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
      })
    },
    /** Goes to the provider as a person and comes back. @returns the token that our server hands to the browser */
    async tokenOf(origin: string, who: Person): Promise<string | undefined> {
      person = who
      const cookies = new Map<string, string>()
      let at = new URL(`${origin}/provider/oidc/start?redirect_uri=${origin}/`)
      for (let hops = 0; hops < 20; hops++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';', 1)[0] as string).split('=', 2)
          cookies.set(name, value)
        }
        await response.body?.cancel()
        at = new URL(response.headers.get('location') ?? '', at)
        if (at.origin === origin && !at.pathname.startsWith('/provider/oidc/'))
          return new URLSearchParams(at.hash.slice(1)).get('access_token') ?? undefined
      }
      throw new Error('It goes round in circles.')
    },
    async close() {
      http.closeAllConnections()
      await new Promise((done) => http.close(done))
    },
  }
}
