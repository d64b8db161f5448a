import type { Certificate } from './certificate.ts'

/** Why a certificate could not be fetched. */
export interface AcmeTrouble {
  /** An error type of RFC 8555 (6.7) without its prefix, or `unreachable`, `untrusted`, `clock`, `unavailable`, `unsaved`, `other`. */
  type: string
  detail: string
  /** The delay that the ACME server asks for in milliseconds; 0 if none. */
  retryAfter: number
}

/** An ACME server did not issue a certificate, or was not asked for one. */
export class AcmeError extends Error {
  override name = 'AcmeError'
  readonly trouble: AcmeTrouble
  constructor(trouble: AcmeTrouble) {
    super(trouble.detail)
    this.trouble = trouble
  }
}

/**
 * When to renew a certificate: when a third of its lifetime is left, or randomly a little earlier, so that servers which started together
 * don't renew together.
 * @param obtained when it was fetched; undefined for a stored one. A new certificate is not renewed again at once, even if this machine's
 * clock is wrong
 */
export function renewalOf({ from, to }: Certificate, obtained?: number, chance = Math.random()): number {
  const lifetime = to - from
  const due = to - lifetime / 3 - (chance * lifetime) / 30
  return obtained === undefined ? due : Math.max(due, obtained + lifetime / 3)
}

/** Milliseconds until the first retry. */
export const usualRetry = 2 * 60_000
/** The delays between attempts, as multiples of the first. Let's Encrypt allows five failures per name and hour. */
const waits = [1, 5, 15, 30, 60, 120, 180]
/** Let's Encrypt's longest limit is a week. */
const longestWait = 8 * 24 * 60 * 60_000

/** Milliseconds until the next attempt after a number of failures. */
export function waitAfter(failures: number, retryAfter: number, first = usualRetry, chance = Math.random()): number {
  const own = (waits[Math.min(failures, waits.length) - 1] as number) * first * (1 + chance / 5)
  return Math.min(Math.max(own, retryAfter), longestWait)
}

const longestDetail = 300

/** Explains in one sentence why there is no new certificate, and what to check. */
export function sentenceOf(domain: string, directory: string, { type, detail }: AcmeTrouble): string {
  const server = new URL(directory).host
  const said = detail
    .replace(/\p{C}+/gu, ' ')
    .replace(/(?<=acme-challenge\/)[\w-]+/g, '...')
    .trim()
    .slice(0, longestDetail)
    .replace(/\.$/, '')
  return `No new certificate for ${domain}: ${reasonOf(type, domain, server)}${said && ` (${said})`}.`
}

function reasonOf(type: string, domain: string, server: string): string {
  const here = `the A and AAAA records of ${domain} in DNS lead to this server`
  switch (type) {
    case 'dns':
      return `${server} finds no address of this name; check that ${here}`
    case 'connection':
    case 'tls':
      return `${server} cannot connect to http://${domain}; check that ${here}, and that port 80 is open in firewall and router`
    case 'unauthorized':
    case 'incorrectResponse':
      return `${server} reaches something else at http://${domain}; check that ${here}, and that port 80 of that address leads to it`
    case 'caa':
      return `the CAA records of this name in DNS forbid ${server} to issue one; add a record that allows it`
    case 'rateLimited':
      return `${server} has issued or refused too many; wait, as the server asks again by itself when it may`
    case 'rejectedIdentifier':
    case 'unsupportedIdentifier':
      return `${server} issues none for this name; check WAYPOST_DOMAIN, which has to be a public name that you own`
    case 'invalidContact':
    case 'unsupportedContact':
      return `${server} refuses the address of the account; check WAYPOST_ACME_EMAIL`
    case 'externalAccountRequired':
      return `${server} serves only accounts that are registered elsewhere; set WAYPOST_ACME_DIRECTORY to another ACME server`
    case 'unreachable':
      return `${server} cannot be reached; check that this machine reaches it at port 443 and has a DNS server, and WAYPOST_ACME_DIRECTORY`
    case 'untrusted':
      return `the certificate of ${server} is not trusted; set WAYPOST_ACME_CA to the file with the root certificate of this ACME server`
    case 'clock':
      return `by the clock of this machine, the certificate of ${server} is not valid now; check its date and time`
    case 'unsaved':
      return 'it could not be kept, so none is asked for; check that the disk of the data folder has space and can be written'
    case 'serverInternal':
    case 'unavailable':
      return `${server} has a problem of its own; it is asked again by itself`
    default:
      return `${server} did not issue one; check WAYPOST_DOMAIN and WAYPOST_ACME_DIRECTORY`
  }
}
