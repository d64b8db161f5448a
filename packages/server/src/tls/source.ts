import type { Certificate } from './certificate.ts'

/** A source of certificates: an ACME server, or files that another program renews. */
export interface Source {
  start(): void
  close(): Promise<void>
}

/** Callbacks for a source's reports. */
export interface Report {
  use(certificate: Certificate): void
  /** Called when something failed; the current certificate stays in use. */
  fail(sentence: string, next?: number): void
}

/** A warning about an expired certificate; undefined while it is valid. */
export function endedSentence(domain: string, { to }: Certificate): string | undefined {
  if (to > Date.now()) return undefined
  return `The certificate of ${domain} ended at ${new Date(to).toISOString()}, and is served until there is a newer one; browsers warn of it.`
}
