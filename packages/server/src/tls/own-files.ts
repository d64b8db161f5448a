// Serves a certificate from files that something else renews, and reads them again when they change.

import { readFile, stat } from 'node:fs/promises'
import { ConfigError } from '../config.ts'
import { type Certificate, parseCertificate } from './certificate.ts'
import type { CertificateFiles } from './settings.ts'
import { endedSentence, type Report, type Source } from './source.ts'

interface FilesOptions {
  domain: string
  files: CertificateFiles
  /** Milliseconds between two looks at the files. */
  every: number
  report: Report
}

/**
 * Serves the certificate of two files. Files are looked at rather than watched: they may be links, and in folders that are mounted.
 * @throws ConfigError when they cannot be used at the start. Later, the certificate before them is served on
 */
export async function openFiles({ domain, files, every, report }: FilesOptions): Promise<Source> {
  let seen = await stampOf(files)
  const first = await read(files, domain).catch(({ message }) => {
    throw new ConfigError(message)
  })
  report.use(first)
  let changed = false
  /** Whether it was said that the files, as they are now, cannot be used: at each look it would fill the log. */
  let said = false
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  /**
   * Reads files that have changed, once they are the same at two looks: certificate and key are not written at the same time. Those that
   * cannot be used are read again at each look, as the reason may go without a change of them.
   */
  async function look(): Promise<void> {
    const stamp = await stampOf(files)
    if (stamp !== seen) {
      seen = stamp
      changed = true
      said = false
    } else if (changed) {
      try {
        report.use(await read(files, domain))
        changed = false
      } catch (error) {
        if (!said) report.fail((error as Error).message)
        said = true
      }
    }
  }

  return {
    start() {
      const ended = endedSentence(domain, first)
      if (ended !== undefined) report.fail(ended)
      timer = setInterval(() => {
        looking ??= look().finally(() => {
          looking = undefined
        })
      }, every)
      timer.unref()
    },
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

/** Changes with each of the files, and with who may read it. */
async function stampOf({ certificate, key }: CertificateFiles): Promise<string> {
  const stamps = [certificate, key].map((path) =>
    stat(path).then(
      // A copy may have the old time and size. Nothing sets back when it came.
      ({ ctimeMs, mtimeMs, size, ino }) => `${ctimeMs} ${mtimeMs} ${size} ${ino}`,
      ({ code }) => String(code),
    ),
  )
  return (await Promise.all(stamps)).join()
}

/** @throws an error whose message is a sentence */
async function read(files: CertificateFiles, domain: string): Promise<Certificate> {
  const key = await readText('WAYPOST_TLS_KEY', files.key)
  const certificate = await readText('WAYPOST_TLS_CERT', files.certificate)
  try {
    return parseCertificate(`${key}\n${certificate}`, domain)
  } catch (error) {
    throw new Error(
      `WAYPOST_TLS_CERT is '${files.certificate}', which ${(error as Error).message}; set it to the certificate of WAYPOST_DOMAIN with its chain, and WAYPOST_TLS_KEY to its key.`,
    )
  }
}

async function readText(name: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Error(
      `${name} is '${path}', which cannot be read (${(error as NodeJS.ErrnoException).code}); set it to a file in PEM format.`,
    )
  }
}
