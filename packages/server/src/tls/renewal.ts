import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../config.ts'
import { type Certificate, type CertificateStore, openCertificateStore, parseCertificate } from './certificate.ts'
import { AcmeError, renewalOf, sentenceOf, waitAfter } from './rules.ts'
import type { TlsConfig } from './settings.ts'
import { endedSentence, type Report, type Source } from './source.ts'

interface RenewalOptions {
  config: TlsConfig
  data: string
  /** The responses to challenges, by token. */
  challenges: Map<string, string>
  /** Milliseconds until a failed attempt is first retried. */
  retry: number
  /** Milliseconds after which a wait checks the clock again. */
  longestSleep: number
  report: Report
}

/** Milliseconds. Timers don't notice that the machine slept or that its clock was set, and can't exceed 24 days. */
export const usualLongestSleep = 60 * 60_000

/** Fetches certificates. A stored one is used at once, and not renewed early. @throws ConfigError, or the file system's error */
export async function openRenewal({ config, data, challenges, retry, longestSleep, report }: RenewalOptions): Promise<Source> {
  const { domain, acme } = config
  const ca = acme.ca && (await readCa(acme.ca))
  const store = openCertificateStore(data, acme.directory, domain)
  const { kept, complaint } = await loadKept(store, domain)
  if (kept) report.use(kept)
  const stop = new AbortController()
  const { signal } = stop
  let running: Promise<void> | undefined

  /** First checks whether a certificate could be stored: ACME servers limit how many they issue. Returns the key of the account. */
  async function readyToSave(): Promise<string> {
    try {
      const accountKey = await store.accountKey()
      await store.trySaving()
      return accountKey
    } catch (error) {
      throw new AcmeError({ type: 'unsaved', detail: (error as Error).message, retryAfter: 0 })
    }
  }

  /** Fetches a certificate. @returns when to renew it */
  async function fetchOne(): Promise<number> {
    const accountKey = await readyToSave()
    // A server that has a certificate starts without it.
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
 * Waits until a time, or for its initial distance from now, whichever comes sooner: the machine's clock may be set meanwhile, and the
 * monotonic clock stands still while the machine sleeps.
 * @throws if the signal aborts
 */
async function until(time: number, longestSleep: number, signal: AbortSignal): Promise<void> {
  const end = performance.now() + time - Date.now()
  const leftNow = () => Math.min(time - Date.now(), end - performance.now())
  for (let left = leftNow(); left > 0; left = leftNow())
    await sleep(Math.min(left, longestSleep), undefined, { signal, ref: false })
}
