import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** A person at the provider, with their claims. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
  groups?: readonly string[] | string
}

interface IssuerOptions {
  /** The provider's name in a server's settings, in capital letters; if absent, the unnamed provider. */
  name?: string
  /** Further programs that use it for sign-in, with their secrets. */
  clients?: Record<string, string>
  logout?: boolean
}

const ownClient = { id: 'waypost', secret: 'a secret of ours' }

/**
 * A real OpenID provider. It remembers people, as providers do, and instead of asking for a password lets in the one that a test sets.
 * `serve` tells it the servers that it signs people in to.
 */
export async function startIssuer({ name, clients = {}, logout = true }: IssuerOptions = {}) {
  const type = name === undefined ? 'oidc' : `oidc-${name.toLowerCase()}`
  const prefix = `WAYPOST_OIDC_${name === undefined ? '' : `${name}_`}`
  const http = createServer()
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const known = new Map<string, Person>()

  const issuer = {
    url,
    type,
    /** The person at the browser, or one who turns back and refuses to sign in. */
    person: { sub: 'ana', email: 'ana@example.org' } as Person | 'turns back',
    /** How often it has asked a person to sign in. */
    asked: 0,
    settings: {
      [`${prefix}ISSUER`]: url,
      [`${prefix}CLIENT_ID`]: ownClient.id,
      [`${prefix}CLIENT_SECRET`]: ownClient.secret,
    },
    serve(...origins: string[]) {
      const redirect_uris = origins.map((origin) => `${origin}/provider/${type}/callback`)
      const post_logout_redirect_uris = origins.map((origin) => `${origin}/signin`)
      const provider = new Provider(url, {
        clients: Object.entries({ [ownClient.id]: ownClient.secret, ...clients }).map(([client_id, client_secret]) => ({
          client_id,
          client_secret,
          redirect_uris,
          post_logout_redirect_uris,
        })),
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'], groups: ['groups'] },
        findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...known.get(sub), sub }) }),
        ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
        pkce: { required: () => true },
        // Browsers keep cookies by host, whatever the port.
        cookies: {
          keys: ['only for tests'],
          names: { session: `session-${type}`, interaction: `visit-${type}`, resume: `back-${type}` },
        },
        features: {
          devInteractions: { enabled: false },
          rpInitiatedLogout: { enabled: logout, logoutSource, postLogoutSuccessSource },
        },
        interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      })
      const serve = provider.callback()
      http.on('request', async (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return serve(request, response)
        const { person } = issuer
        if (person === 'turns back') return provider.interactionFinished(request, response, { error: 'access_denied' })
        known.set(person.sub, person)
        const { prompt, params, session } = await provider.interactionDetails(request, response)
        if (prompt.name === 'login') {
          issuer.asked++
          return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
        }
        const accountId = session?.accountId ?? person.sub
        const grant = new provider.Grant({ accountId, clientId: params.client_id as string })
        grant.addOIDCScope('openid email profile groups')
        return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
      })
    },
    know(person: Person) {
      known.set(person.sub, person)
    },
    /** Goes to the provider as a person and returns. @returns the token that our server gives the browser */
    async tokenOf(origin: string, who: Person): Promise<string | undefined> {
      issuer.person = who
      const back = await new TestBrowser([origin]).visit(startOf(origin, type))
      return new URLSearchParams(back.hash.slice(1)).get('access_token') ?? undefined
    },
    async close() {
      http.closeAllConnections()
      await new Promise((done) => http.close(done))
    },
  }
  return issuer
}

type Logout = NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']>

const logoutSource: NonNullable<Logout['logoutSource']> = async (context, form) => {
  context.body = `<!doctype html><title>Sign out</title><h1>Sign out of the provider?</h1>${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>`
}

/** The page after signing out, for a program without a return address. */
const postLogoutSuccessSource: NonNullable<Logout['postLogoutSuccessSource']> = async (context) => {
  context.body = '<!doctype html><title>Signed out</title><h1>Signed out of the provider</h1>'
}

/** The URL at which a server sends browsers to a provider. */
export const startOf = (origin: string, type: string, fields: Record<string, string> = {}): string =>
  `${origin}/provider/${type}/start?${new URLSearchParams({ redirect_uri: `${origin}/`, ...fields })}`

/** A browser with a cookie jar that follows redirects until it is back on a page of one of our servers. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  /** An address to stop at, before it is visited. */
  stopAt: string | undefined
  /** Changes an address before it is visited, as the person at the browser could. */
  tamper: (url: URL) => void = () => {}
  readonly #origins: readonly string[]

  constructor(origins: readonly string[]) {
    this.#origins = origins
  }

  async load(address: string | URL, form?: Record<string, string>): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const post = form && { method: 'POST', body: new URLSearchParams(form) }
    const response = await fetch(address, { redirect: 'manual', headers: { cookie }, ...post })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] as string).split('=', 2)
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  async visit(address: string): Promise<URL> {
    let url = new URL(address)
    for (let hops = 0; hops < 20; hops++) {
      const response = await this.load(url)
      await response.body?.cancel()
      const next = response.headers.get('location')
      if (!next) throw new Error(`${url.href} answered ${response.status}.`)
      url = new URL(next, url)
      this.tamper(url)
      if (this.#origins.includes(url.origin) && !url.pathname.startsWith('/provider/oidc')) return url
      if (this.stopAt && url.href.startsWith(this.stopAt)) return url
    }
    throw new Error('It goes round in circles.')
  }
}
