// Declares what the sources of certificates have in common.

import type { Certificate } from './certificate.ts'

/** Where certificates come from: an ACME server, or files that something else renews. */
export interface Source {
  /** Begins to look for newer certificates. */
  start(): void
  close(): Promise<void>
}

/** What a source reports. */
export interface Report {
  /** There is a certificate to serve from now on. */
  use(certificate: Certificate): void
  /** Something failed; the certificate that is served stays. */
  fail(sentence: string, next?: number): void
}

/** A warning about a certificate that has ended; undefined while it is valid. */
export function endedSentence(domain: string, { to }: Certificate): string | undefined {
  if (to > Date.now()) return undefined
  return `The certificate of ${domain} ended at ${new Date(to).toISOString()}, and is served until there is a newer one; browsers warn of it.`
}
