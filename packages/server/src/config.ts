import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { PaypalConfig } from './billing/paypal-api.ts'
import type { StripeConfig } from './billing/stripe.ts'
import type { Bucket } from './files/s3-wire.ts'
import { isMailbox } from './mail/rules.ts'
import { type Links, readLinks } from './pages/links.ts'
import { type PhonesConfig, readPhones } from './phone-peer/setting.ts'
import { faultOfServiceUrl } from './settings/service-url.ts'
import { type OidcConfig, readOidcProviders } from './sign-in/oidc/settings.ts'
import { checkOrigin, everyAddress, readTls, type TlsConfig } from './tls/settings.ts'

/** The checked settings, read from the environment once. */
export interface Config {
  host: string
  /** 0 = any free port. */
  port: number
  /** The origin of this server for browsers, without a trailing slash; undefined: `http://localhost:<port>`. */
  origin: string | undefined
  /** HTTPS that the server terminates itself; undefined: plain HTTP, e.g. behind a proxy. */
  tls: TlsConfig | undefined
  /** The data folder. It holds everything that isn't in the database or the file store below. */
  data: string
  /** PostgreSQL, like `postgres://user:password@db.example.org/waypost`; undefined: SQLite in the data folder. */
  databaseUrl: string | undefined
  /** NATS, the bus between nodes that share a database; undefined: this is the only node. */
  natsUrl: string | undefined
  /** Addresses and networks of reverse proxies that are trusted to report the client's address. */
  trustProxy: string[]
  /** The file store; undefined: the data folder. */
  s3: Bucket | undefined
  /** Who may sign up, unless overridden by an administrator. */
  signUp: 'open' | 'invite' | 'closed'
  /** Whether the first account, the administrator's, needs the link that the server prints, because others can reach the server. */
  setup: boolean
  /** Whether free accounts have limits, unless overridden by an administrator. */
  plans: 'on' | 'off'
  /** The environment variables that are set for settings administrators can also change: they take precedence. */
  explicit: readonly string[]
  /** Whether people must prove their address, given a mail server. False on a server that only its own machine can reach. */
  proveAddresses: boolean
  /** The mail server, like `smtps://user:password@mail.example.org`; undefined: mail is written to files in the data folder. */
  smtpUrl: string | undefined
  mailFrom: string
  supportEmail: string | undefined
  trackingUrl: string | undefined
  links: Links
  google?: GoogleConfig
  /** Whether people can sign in with passwords and passkeys of this server. */
  localSignIn: 'on' | 'off'
  oidc: readonly OidcConfig[]
  rateLimit: 'on' | 'off'
  /** Whether users' URLs may reach the server's own network. For tests only: it gives users access to that network. */
  fetchPrivate: 'refuse' | 'allow'
  /** Where emails for sources are received, and the domain of their addresses; undefined if disabled. */
  mailIn: { host: string; port: number; domain: string } | undefined
  linkPreviews: 'on' | 'off'
  /** Whether Pro is free of charge if no payment provider is configured. For tests: anyone can have it. */
  testCheckout: 'on' | 'off'
  demo: 'on' | 'off'
  /** Unset: only companions are the peers of phones. */
  phones: PhonesConfig | undefined
  /** Unset: no card payments. If PayPal and the test checkout are unset too, Pro is not offered. */
  stripe?: StripeConfig
  paypal?: PaypalConfig
  log: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** Google as a provider: our client id and Google's addresses. */
export interface GoogleConfig {
  clientId: string
  authorizeUrl: string
  tokenInfoUrl: string
  userInfoUrl: string
  connectionsUrl: string
}

/** From https://developers.google.com/identity/protocols/oauth2 and the People API. */
const googleAddresses = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenInfoUrl: 'https://oauth2.googleapis.com/tokeninfo',
  userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
  connectionsUrl: 'https://people.googleapis.com/v1/people/me/connections',
}

/** An invalid setting. The message is one sentence that names the setting and a valid value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the `WAYPOST_` variables. @throws ConfigError */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const env = (name: string) => environment[name]?.trim() || undefined
  const tls = readTls(env, env('WAYPOST_NATS_URL') !== undefined, refuse)
  const host = readHost(env('WAYPOST_HOST') ?? (tls ? 'all' : '127.0.0.1'))
  const origin = readOrigin(env('WAYPOST_ORIGIN')) ?? (tls && `https://${tls.domain}`)
  if (tls) checkOrigin(origin, tls, refuse)
  const oidc = readOidcProviders(environment, refuse)
  const supportEmail = readMailbox('WAYPOST_SUPPORT_EMAIL', env('WAYPOST_SUPPORT_EMAIL'))
  return {
    host,
    port: tls?.port ?? readPort(env('WAYPOST_PORT')),
    origin,
    tls,
    data: resolve(env('WAYPOST_DATA') ?? 'data'),
    ...readEngines(env),
    signUp: oneOf('WAYPOST_SIGNUP', env('WAYPOST_SIGNUP'), ['open', 'invite', 'closed']) ?? (isLocal(origin) ? 'open' : 'invite'),
    setup: origin === undefined ? !isLoopback(host) : !isLocal(origin),
    plans: oneOf('WAYPOST_PLANS', env('WAYPOST_PLANS'), ['on', 'off']) ?? 'on',
    testCheckout: oneOf('WAYPOST_TEST_CHECKOUT', env('WAYPOST_TEST_CHECKOUT'), ['on', 'off']) ?? 'off',
    demo: oneOf('WAYPOST_DEMO', env('WAYPOST_DEMO'), ['on', 'off']) ?? 'off',
    phones: readPhones(env, refuse),
    explicit: ['WAYPOST_SIGNUP', 'WAYPOST_PLANS'].filter((name) => env(name) !== undefined),
    proveAddresses: !isLocal(origin),
    smtpUrl: readServiceUrl('WAYPOST_SMTP_URL', env('WAYPOST_SMTP_URL'), 'mail'),
    mailFrom: readMailbox('WAYPOST_MAIL_FROM', env('WAYPOST_MAIL_FROM')) ?? supportEmail ?? senderAt(origin),
    supportEmail,
    trackingUrl: readTrackingUrl(env('WAYPOST_TRACKING_URL')),
    links: readLinks(environment, refuseLink),
    ...readGoogle(env('WAYPOST_GOOGLE_CLIENT_ID')),
    oidc,
    localSignIn: readLocalSignIn(env, oidc),
    trustProxy: readProxies(env('WAYPOST_TRUST_PROXY')),
    rateLimit: oneOf('WAYPOST_RATE_LIMIT', env('WAYPOST_RATE_LIMIT'), ['on', 'off']) ?? 'on',
    mailIn: readMailIn(env('WAYPOST_MAIL_IN'), env('WAYPOST_MAIL_IN_DOMAIN'), origin),
    fetchPrivate: oneOf('WAYPOST_FETCH_PRIVATE', env('WAYPOST_FETCH_PRIVATE'), ['refuse', 'allow']) ?? 'refuse',
    linkPreviews: oneOf('WAYPOST_PREVIEWS', env('WAYPOST_PREVIEWS'), ['on', 'off']) ?? 'on',
    ...readStripe(env('WAYPOST_STRIPE_KEY'), env('WAYPOST_STRIPE_PUBLIC_KEY')),
    ...readPaypal(env('WAYPOST_PAYPAL_CLIENT_ID'), env('WAYPOST_PAYPAL_SECRET'), env('WAYPOST_PAYPAL_API')),
    log: oneOf('WAYPOST_LOG', env('WAYPOST_LOG'), ['silent', 'error', 'warn', 'info', 'debug']) ?? 'warn',
  }
}

function readTrackingUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new ConfigError(`WAYPOST_TRACKING_URL is '${text}'; set it to an address like https://log.example.org/events.`)
}

function refuse(sentence: string): never {
  throw new ConfigError(sentence)
}

function refuseLink(name: string, text: string): never {
  throw new ConfigError(`${name} is '${text}'; set it to a web address like https://blog.example.org/.`)
}

/** Parses where to listen for email: a port, or an address and a port. */
function readMailIn(text: string | undefined, domain: string | undefined, origin: string | undefined): Config['mailIn'] {
  if (text === undefined) return undefined
  const [, host = '0.0.0.0', port = ''] = /^(?:(\[[0-9a-f:]+\]|[^:\s]+):)?(\d{1,5})$/i.exec(text) ?? []
  if (port === '' || Number(port) > 65_535)
    throw new ConfigError(`WAYPOST_MAIL_IN is '${text}'; set it to a port like 25, or an address and a port like 127.0.0.1:2525.`)
  const usual = origin === undefined ? 'localhost' : new URL(origin).hostname
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port), domain: domain ?? usual }
}

/** The address to listen on. `0.0.0.0` and `::` mean what they mean in other programs; `all` listens on both if this machine has them. */
const readHost = (text: string) => (text === 'all' ? everyAddress() : text)

function readPort(text: string | undefined): number {
  if (text === undefined) return 4280
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new ConfigError(`WAYPOST_PORT is '${text}'; set it to a whole number from 0 to 65535.`)
  }
  return port
}

const maxBits: Record<number, number> = { 4: 32, 6: 128 }

/** Loopback is always trusted. */
function readProxies(text: string | undefined): string[] {
  const named = text === undefined ? [] : text.split(',').map((each) => each.trim())
  for (const proxy of named) {
    const [address = '', bits, ...rest] = proxy.split('/')
    const most = maxBits[isIP(address)]
    const good = most !== undefined && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
    if (!good && !['linklocal', 'uniquelocal'].includes(proxy))
      throw new ConfigError(
        `WAYPOST_TRUST_PROXY has '${proxy}'; set it to addresses or networks like 10.0.0.2,172.16.0.0/12, or uniquelocal for private networks.`,
      )
  }
  return ['loopback', ...named]
}

function readOrigin(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new ConfigError(`WAYPOST_ORIGIN is '${text}'; set it to an address like https://push.example.org, without a path.`)
  }
  return url.origin
}

function readMailbox(name: string, text: string | undefined): string | undefined {
  if (text === undefined || isMailbox(text)) return text
  throw new ConfigError(`${name} is '${text}'; set it to one address like help@example.org.`)
}

function readServiceUrl(
  name: string,
  text: string | undefined,
  service: Parameters<typeof faultOfServiceUrl>[1],
): string | undefined {
  const fault = text === undefined ? undefined : faultOfServiceUrl(text, service)
  if (fault !== undefined) throw new ConfigError(`${name} ${fault}.`)
  return text
}

/** Error messages do not repeat values that may contain a password. */
function readEngines(env: (name: string) => string | undefined): Pick<Config, 'databaseUrl' | 'natsUrl' | 's3'> {
  const databaseUrl = readServiceUrl('WAYPOST_DATABASE_URL', env('WAYPOST_DATABASE_URL'), 'database')
  const natsUrl = env('WAYPOST_NATS_URL')
  for (const address of natsUrl?.split(',') ?? []) readServiceUrl('WAYPOST_NATS_URL', address.trim(), 'bus')
  if (natsUrl !== undefined && databaseUrl === undefined) {
    throw new ConfigError('WAYPOST_NATS_URL joins nodes that share a database; set WAYPOST_DATABASE_URL too, or neither.')
  }
  return { databaseUrl, natsUrl, s3: readS3(env) }
}

function readS3(env: (name: string) => string | undefined): Bucket | undefined {
  const names = ['ENDPOINT', 'BUCKET', 'KEY', 'SECRET'].map((name) => `WAYPOST_S3_${name}`)
  const [endpoint, path, key, secret] = names.map(env)
  const missing = names.filter((name) => env(name) === undefined)
  if (missing.length === names.length && env('WAYPOST_S3_REGION') === undefined) return undefined
  if (endpoint === undefined || path === undefined || key === undefined || secret === undefined) {
    throw new ConfigError(`${missing[0]} is not set; an S3 store needs ${names.join(', ')}.`)
  }
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.username) {
    throw new ConfigError(
      `WAYPOST_S3_ENDPOINT is '${endpoint}'; set it to an address like https://s3.example.org, without a path.`,
    )
  }
  const [, bucket, prefix = ''] = /^([a-z0-9][a-z0-9.-]+)((?:\/[A-Za-z0-9_-]+)*)$/.exec(path) ?? []
  if (bucket === undefined) {
    throw new ConfigError(
      `WAYPOST_S3_BUCKET is '${path}'; set it to the name of a bucket, or to one and a folder in it: files/waypost.`,
    )
  }
  const region = env('WAYPOST_S3_REGION') ?? 'us-east-1'
  return { endpoint: url.origin, bucket, prefix: prefix && `${prefix.slice(1)}/`, region, key, secret }
}

function senderAt(origin: string | undefined): string {
  return `no-reply@${origin === undefined ? 'localhost' : new URL(origin).hostname}`
}

function readLocalSignIn(env: (name: string) => string | undefined, oidc: readonly OidcConfig[]): 'on' | 'off' {
  const local = oneOf('WAYPOST_LOCAL_SIGN_IN', env('WAYPOST_LOCAL_SIGN_IN'), ['on', 'off']) ?? 'on'
  if (local === 'off' && oidc.length === 0 && env('WAYPOST_GOOGLE_CLIENT_ID') === undefined)
    refuse("WAYPOST_LOCAL_SIGN_IN is 'off', which leaves no way to sign in; set WAYPOST_OIDC_ISSUER and its client id too.")
  return local
}

function readGoogle(clientId: string | undefined): { google?: GoogleConfig } {
  return clientId === undefined ? {} : { google: { clientId, ...googleAddresses } }
}

/** Error messages do not repeat keys: they are secrets. */
function readStripe(key?: string, publicKey?: string): { stripe?: StripeConfig } {
  if (key === undefined) return {}
  if (!/^[sr]k_\w+$/.test(key))
    throw new ConfigError('WAYPOST_STRIPE_KEY is not a secret key; set it to one that begins with sk_ or rk_.')
  if (publicKey !== undefined && !/^pk_\w+$/.test(publicKey)) {
    throw new ConfigError('WAYPOST_STRIPE_PUBLIC_KEY is not a publishable key; set it to one that begins with pk_.')
  }
  return { stripe: { key, ...(publicKey === undefined ? {} : { publicKey }) } }
}

function readPaypal(clientId?: string, secret?: string, api = 'https://api-m.paypal.com'): { paypal?: PaypalConfig } {
  if (clientId === undefined && secret === undefined) return {}
  if (clientId === undefined) throw new ConfigError('WAYPOST_PAYPAL_CLIENT_ID is not set; PayPal needs it beside the secret.')
  if (secret === undefined) throw new ConfigError('WAYPOST_PAYPAL_SECRET is not set; PayPal needs it beside the client id.')
  if (!URL.canParse(api) || !/^https?:$/.test(new URL(api).protocol)) {
    throw new ConfigError(`WAYPOST_PAYPAL_API is '${api}'; set it to an address like https://api-m.sandbox.paypal.com.`)
  }
  return { paypal: { clientId, secret, api: new URL(api).origin } }
}

function oneOf<const T extends string>(name: string, text: string | undefined, choices: readonly T[]): T | undefined {
  if (text === undefined) return undefined
  if (!(choices as readonly string[]).includes(text))
    throw new ConfigError(`${name} is '${text}'; set it to one of ${choices.join(', ')}.`)
  return text as T
}

/** Whether only this machine can reach the origin; if so, sign-up is open by default. */
function isLocal(origin: string | undefined): boolean {
  if (origin === undefined) return true
  return isLoopback(new URL(origin).hostname)
}

/** Whether only programs on the same machine can reach a host. */
export const isLoopback = (host: string) => host === 'localhost' || /^(\[::1\]|::1)$/.test(host) || host.startsWith('127.')
