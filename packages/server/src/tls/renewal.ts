// Fetches certificates from an ACME server, the first one and each next one before the last ends.

import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../config.ts'
import { type Certificate, type CertificateStore, openCertificateStore, parseCertificate } from './certificate.ts'
import { AcmeError, renewalOf, sentenceOf, waitAfter } from './rules.ts'
import type { TlsConfig } from './settings.ts'
import { endedSentence, type Report, type Source } from './source.ts'

interface RenewalOptions {
  config: TlsConfig
  /** The data folder. */
  data: string
  /** The texts that answer challenges, by their tokens. */
  challenges: Map<string, string>
  /** Milliseconds until a failed attempt is repeated for the first time. */
  retry: number
  /** Milliseconds after which a wait looks at the clock again. */
  longestSleep: number
  report: Report
}

/** Milliseconds. Timers neither notice that a machine slept nor that its clock was set, and cannot be longer than 24 days. */
export const usualLongestSleep = 60 * 60_000

/**
 * Fetches certificates. One that is kept is used at once, and not asked for again before its time.
 * @throws ConfigError, or the error of the file system
 */
export async function openRenewal({ config, data, challenges, retry, longestSleep, report }: RenewalOptions): Promise<Source> {
  const { domain, acme } = config
  const ca = acme.ca && (await readCa(acme.ca))
  const store = openCertificateStore(data, acme.directory, domain)
  const { kept, complaint } = await loadKept(store, domain)
  if (kept) report.use(kept)
  const stop = new AbortController()
  const { signal } = stop
  let running: Promise<void> | undefined

  /**
   * Finds out first whether a certificate could be kept. One that cannot would be ordered again at each start, and ACME servers issue only
   * so many.
   * @returns the key of the account
   */
  async function readyToSave(): Promise<string> {
    try {
      const accountKey = await store.accountKey()
      await store.trySaving()
      return accountKey
    } catch (error) {
      throw new AcmeError({ type: 'unsaved', detail: (error as Error).message, retryAfter: 0 })
    }
  }

  /** Fetches a certificate. @returns when it is to be renewed */
  async function fetchOne(): Promise<number> {
    const accountKey = await readyToSave()
    // A server that has its certificate starts without it.
    const { orderCertificate } = await import('./order.ts')
    const pem = await orderCertificate({ domain, ...acme, ca, accountKey, challenges, signal })
    const certificate = parseCertificate(pem, domain)
    const due = renewalOf(certificate, Date.now())
    report.use(certificate)
    await store
      .save(pem)
      .catch(({ message }) =>
        report.fail(`The certificate of ${domain} is used, but cannot be kept for the next start (${message}).`),
      )
    return due
  }

  async function keepFresh(): Promise<void> {
    let due = kept ? renewalOf(kept) : 0
    let failures = 0
    while (!signal.aborted) {
      await until(due, longestSleep, signal)
      try {
        due = await fetchOne()
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        const trouble = error instanceof AcmeError ? error.trouble : undefined
        failures++
        due = Date.now() + waitAfter(failures, trouble?.retryAfter ?? 0, retry)
        report.fail(
          trouble
            ? sentenceOf(domain, acme.directory, trouble)
            : `No new certificate for ${domain}: ${(error as Error).message}.`,
          due,
        )
      }
    }
  }

  return {
    start() {
      const ended = kept && endedSentence(domain, kept)
      const sentence = complaint ?? ended
      if (sentence !== undefined) report.fail(sentence)
      running = keepFresh().catch((error) => {
        if (!signal.aborted) throw error
      })
    },
    async close() {
      stop.abort()
      await running
    },
  }
}

async function readCa(path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8')
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  } catch (error) {
    throw new ConfigError(
      `WAYPOST_ACME_CA is '${path}', which cannot be read (${(error as NodeJS.ErrnoException).code}); set it to a file with certificates.`,
    )
  }
  throw new ConfigError(
    `WAYPOST_ACME_CA is '${path}', which has no certificate in PEM format; set it to a file with certificates.`,
  )
}

/** The certificate that was kept, or why it cannot be used. */
async function loadKept(store: CertificateStore, domain: string): Promise<{ kept?: Certificate; complaint?: string }> {
  const pem = await store.load()
  if (pem === undefined) return {}
  try {
    return { kept: parseCertificate(pem, domain) }
  } catch (error) {
    return { complaint: `The certificate of ${domain} in the data folder ${(error as Error).message}; another one is fetched.` }
  }
}

/**
 * Waits until a time, or for as long as it was away at first, whichever comes sooner: the clock of the machine may be set meanwhile, and the
 * other one stands still while the machine sleeps.
 * @throws when the signal aborts
 */
async function until(time: number, longestSleep: number, signal: AbortSignal): Promise<void> {
  const end = performance.now() + time - Date.now()
  const leftNow = () => Math.min(time - Date.now(), end - performance.now())
  for (let left = leftNow(); left > 0; left = leftNow())
    await sleep(Math.min(left, longestSleep), undefined, { signal, ref: false })
}
