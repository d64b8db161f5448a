import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { isMailbox } from '../mail/rules.ts'

/** HTTPS that the server terminates itself, under one name. */
export interface TlsConfig {
  /** The host name of the server, in lower case and ASCII. */
  domain: string
  /** The port of HTTPS; 0 = any free port. */
  port: number
  /** The port of plain HTTP, which redirects to HTTPS; 0 = any free port. */
  httpPort: number
  /** The source of certificates, unless there are files. */
  acme: AcmeConfig
  /** A certificate that another program renews; undefined: fetched by ACME. */
  files: CertificateFiles | undefined
}

/** The ACME server (RFC 8555). */
interface AcmeConfig {
  /** The address of its directory. */
  directory: string
  /** The file with the CA certificates for verifying the server; undefined: those that Node.js trusts. */
  ca: string | undefined
  email: string | undefined
}

/** Paths of PEM files: the certificate with its chain, and its private key. */
export interface CertificateFiles {
  certificate: string
  key: string
}

/** Refuses a setting with one sentence about what to set. */
type Refuse = (sentence: string) => never
type Env = (name: string) => string | undefined

const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory'
/** A host name with a dot that doesn't end in a number, so that it isn't an IP address (RFC 1123, 2.1). */
const namePattern = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** The HTTPS settings; undefined without `WAYPOST_DOMAIN`. @param nodes whether there are several nodes */
export function readTls(env: Env, nodes: boolean, refuse: Refuse): TlsConfig | undefined {
  const text = env('WAYPOST_DOMAIN')
  const files = readFiles(env, refuse)
  if (text === undefined) {
    if (files) refuse('WAYPOST_TLS_CERT is set without WAYPOST_DOMAIN; set WAYPOST_DOMAIN to the name in the certificate.')
    return undefined
  }
  const domain = readDomain(text) ?? refuse(`WAYPOST_DOMAIN is '${text}'; set it to one host name like push.example.org.`)
  if (nodes && !files)
    refuse(
      'WAYPOST_DOMAIN fetches certificates for one node only; with WAYPOST_NATS_URL, let the load balancer serve HTTPS and set WAYPOST_ORIGIN.',
    )
  const port = readPort('WAYPOST_HTTPS_PORT', env('WAYPOST_HTTPS_PORT'), 443, refuse)
  const httpPort = readPort('WAYPOST_HTTP_PORT', env('WAYPOST_HTTP_PORT'), 80, refuse)
  if (port === httpPort && port !== 0)
    refuse(`WAYPOST_HTTP_PORT is '${httpPort}', like the port of HTTPS; set it to another one.`)
  return { domain, port, httpPort, acme: readAcme(env, refuse), files }
}

/** The address that listens on all addresses of this machine, both IPv4 and IPv6 if it has both. */
export function everyAddress(interfaces = networkInterfaces): string {
  return hasIPv6(interfaces) ? '::' : '0.0.0.0'
}

function hasIPv6(interfaces: typeof networkInterfaces): boolean {
  try {
    const addresses = Object.values(interfaces()).flatMap((found) => found ?? [])
    return addresses.some(({ family }) => family === 'IPv6')
  } catch {
    // A supervisor may forbid the kind of socket by which Linux lists them. This file has a line for each IPv6 address.
    return isFilled('/proc/net/if_inet6')
  }
}

function isFilled(path: string): boolean {
  try {
    return readFileSync(path).length > 0
  } catch {
    return false
  }
}

/** Checks that the configured origin matches the certificate's domain. */
export function checkOrigin(origin: string | undefined, { domain }: TlsConfig, refuse: Refuse): void {
  const url = new URL(origin ?? `https://${domain}`)
  if (url.protocol !== 'https:' || url.hostname !== domain)
    refuse(`WAYPOST_ORIGIN is '${origin}'; with WAYPOST_DOMAIN, remove it or set it to https://${domain}.`)
}

/** A warning about trusted proxies on a server that clients reach without one, if any. `WAYPOST_TRUST_PROXY` adds to loopback. */
export function proxyWarning({
  tls,
  trustProxy,
}: {
  tls: TlsConfig | undefined
  trustProxy: readonly string[]
}): string | undefined {
  if (!tls || trustProxy.length < 2) return undefined
  return 'WAYPOST_TRUST_PROXY is set with WAYPOST_DOMAIN: callers from these addresses can pretend any other. Remove it unless a proxy there sets X-Forwarded-For.'
}

/** A host name in lower case and ASCII; undefined for anything else. */
function readDomain(text: string): string | undefined {
  if (/[:/?#@\\\s]/.test(text) || !URL.canParse(`https://${text}`)) return undefined
  const { hostname } = new URL(`https://${text}`)
  return namePattern.test(hostname) ? hostname : undefined
}

function readPort(name: string, text: string | undefined, usual: number, refuse: Refuse): number {
  if (text === undefined) return usual
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) refuse(`${name} is '${text}'; set it to a whole number from 0 to 65535.`)
  return Number(text)
}

function readAcme(env: Env, refuse: Refuse): AcmeConfig {
  const directory = env('WAYPOST_ACME_DIRECTORY') ?? letsEncrypt
  if (!URL.canParse(directory) || new URL(directory).protocol !== 'https:')
    refuse(`WAYPOST_ACME_DIRECTORY is '${directory}'; set it to an address like https://ca.example.org/acme/acme/directory.`)
  const email = env('WAYPOST_ACME_EMAIL')
  if (email !== undefined && !isMailbox(email))
    refuse(`WAYPOST_ACME_EMAIL is '${email}'; set it to one address like admin@example.org.`)
  return { directory, ca: env('WAYPOST_ACME_CA'), email }
}

function readFiles(env: Env, refuse: Refuse): CertificateFiles | undefined {
  const [certificate, key] = [env('WAYPOST_TLS_CERT'), env('WAYPOST_TLS_KEY')]
  if (certificate === undefined && key === undefined) return undefined
  if (certificate === undefined) refuse('WAYPOST_TLS_CERT is not set; a key in WAYPOST_TLS_KEY needs its certificate.')
  if (key === undefined) refuse('WAYPOST_TLS_KEY is not set; a certificate in WAYPOST_TLS_CERT needs its key.')
  return { certificate, key }
}
