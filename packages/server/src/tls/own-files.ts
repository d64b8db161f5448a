import { readFile, stat } from 'node:fs/promises'
import { ConfigError } from '../config.ts'
import { type Certificate, parseCertificate } from './certificate.ts'
import type { CertificateFiles } from './settings.ts'
import { endedSentence, type Report, type Source } from './source.ts'

interface FilesOptions {
  domain: string
  files: CertificateFiles
  /** Milliseconds between two checks of the files. */
  every: number
  report: Report
}

/**
 * Serves the certificate in two files. The files are polled, not watched, because they may be links or in mounted folders.
 * @throws ConfigError if they can't be used at the start. Later, the previous certificate stays in use
 */
export async function openFiles({ domain, files, every, report }: FilesOptions): Promise<Source> {
  let seen = await stampOf(files)
  const first = await read(files, domain).catch(({ message }) => {
    throw new ConfigError(message)
  })
  report.use(first)
  let changed = false
  /** Whether the current files were already reported as unusable: reporting at each check would fill the log. */
  let said = false
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  /**
   * Reloads changed files once they are the same at two checks, because certificate and key are not written at the same time. Unusable
   * files are reloaded at each check, because the reason may disappear without a change.
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

/** Changes with either file, and with its permissions. */
async function stampOf({ certificate, key }: CertificateFiles): Promise<string> {
  const stamps = [certificate, key].map((path) =>
    stat(path).then(
      // A copy may have the old time and size, but its ctime can't be set back.
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
