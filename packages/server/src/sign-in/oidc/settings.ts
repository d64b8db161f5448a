import { readDomains, words } from '../../settings/domains.ts'

/** An OpenID provider: its address, our credentials, and the rights that it controls here. */
export interface OidcConfig {
  /** `oidc`, or `oidc-` and the name of the provider. */
  type: string
  issuer: string
  clientId: string
  clientSecret: string | undefined
  title: string
  /** An https address, or a path on this server. */
  picture: string | undefined
  /** The scopes to ask for, separated by spaces. */
  scopes: string
  groupsClaim: string
  adminGroup: string | undefined
  proGroup: string | undefined
  /** Only its members may sign in; undefined: everyone. */
  allowedGroup: string | undefined
  /** Only verified addresses of these domains may sign up, and they need no invitation; empty: no such rule. */
  domains: readonly string[]
  /** Whether signing out here also signs out at the provider, if it supports that. */
  logout: boolean
}

type Refuse = (sentence: string) => never

const keys = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'TITLE',
  'PICTURE',
  'SCOPES',
  'GROUPS_CLAIM',
  'ADMIN_GROUP',
  'PRO_GROUP',
  'ALLOWED_GROUP',
  'DOMAINS',
  'LOGOUT',
] as const

const prefix = 'WAYPOST_OIDC_'
const pattern = new RegExp(`^${prefix}(?:([A-Z0-9]{1,30})_)?(?:${keys.join('|')})$`)
const longestTitle = 40

/** The OpenID providers in the environment: the unnamed one first, then the others by name. */
export function readOidcProviders(environment: Record<string, string | undefined>, refuse: Refuse): OidcConfig[] {
  const names = new Set<string>()
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith(prefix) || !value?.trim()) continue
    const found = pattern.exec(variable)
    if (!found) refuse(`${variable} is no setting of an OpenID provider; set ${prefix}NAME_ and one of ${keys.join(', ')}.`)
    names.add(found[1] ?? '')
  }
  return [...names].sort().map((name) => readProvider(name, environment, refuse))
}

function readProvider(name: string, environment: Record<string, string | undefined>, refuse: Refuse): OidcConfig {
  const variable = (key: (typeof keys)[number]) => `${prefix}${name && `${name}_`}${key}`
  const env = (key: (typeof keys)[number]) => environment[variable(key)]?.trim() || undefined
  const issuer = env('ISSUER') ?? refuse(`${variable('ISSUER')} is not set; set it to the address of your OpenID provider.`)
  const clientId =
    env('CLIENT_ID') ??
    refuse(`${variable('CLIENT_ID')} is not set; set it to the id under which your OpenID provider knows this server.`)
  if (!URL.canParse(issuer) || !/^https?:$/.test(new URL(issuer).protocol))
    refuse(`${variable('ISSUER')} is '${issuer}'; set it to an address like https://login.example.org.`)
  const title = env('TITLE') ?? new URL(issuer).hostname
  if (env('TITLE') !== undefined && !new RegExp(`^\\P{C}{1,${longestTitle}}$`, 'u').test(title))
    refuse(`${variable('TITLE')} is too long; set it to a name of at most ${longestTitle} characters, like Authelia.`)
  const picture = env('PICTURE')
  if (picture !== undefined && !isPicture(picture))
    refuse(
      `${variable('PICTURE')} is '${picture}'; set it to an address like https://login.example.org/logo.svg, or a path here.`,
    )
  const scopes = words(env('SCOPES') ?? '')
  // The characters of https://www.rfc-editor.org/rfc/rfc6749#section-3.3
  if (!scopes.every((scope) => /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(scope)))
    refuse(`${variable('SCOPES')} is '${env('SCOPES')}'; set it to the names of scopes, like groups.`)
  const domains = readDomains(env('DOMAINS') ?? '')
  if (!domains) refuse(`${variable('DOMAINS')} is '${env('DOMAINS')}'; set it to domains like example.org,example.com.`)
  const logout = env('LOGOUT') ?? 'on'
  if (logout !== 'on' && logout !== 'off') refuse(`${variable('LOGOUT')} is '${logout}'; set it to one of on, off.`)
  return {
    type: name === '' ? 'oidc' : `oidc-${name.toLowerCase()}`,
    issuer,
    clientId,
    clientSecret: env('CLIENT_SECRET'),
    title,
    picture,
    scopes: [...new Set(['openid', 'email', 'profile', ...scopes])].join(' '),
    groupsClaim: env('GROUPS_CLAIM') ?? 'groups',
    adminGroup: env('ADMIN_GROUP'),
    proGroup: env('PRO_GROUP'),
    allowedGroup: env('ALLOWED_GROUP'),
    domains,
    logout: logout === 'on',
  }
}

function isPicture(text: string): boolean {
  if (text.startsWith('/')) return /^\/(?![/\\])\S+$/.test(text)
  return URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).username === ''
}
