import { createPrivateKey, generateKeyPair, X509Certificate } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openPrivateFolder, privateFile } from '../private-files.ts'

/** A certificate that the server can serve. Times in milliseconds since 1970. */
export interface Certificate {
  /** The private key, the certificate and its chain. */
  pem: string
  from: number
  to: number
}

const folderName = 'tls'
/** Bytes. A key, its certificate and a long chain are smaller. */
const largestCertificate = 2 ** 14

/** Parses a private key, its certificate and the chain from one text. @throws an error whose message is the end of a sentence */
export function parseCertificate(pem: string, domain: string): Certificate {
  const certificate = attempt(() => new X509Certificate(pem), 'is no certificate in PEM format')
  const key = attempt(() => createPrivateKey(pem), 'has no private key without a passphrase in PEM format')
  if (!certificate.checkPrivateKey(key)) throw new Error('does not belong to its key')
  if (certificate.checkHost(domain) === undefined) throw new Error(`is not for ${domain}`)
  return { pem, from: Date.parse(certificate.validFrom), to: Date.parse(certificate.validTo) }
}

function attempt<T>(work: () => T, otherwise: string): T {
  try {
    return work()
  } catch {
    throw new Error(otherwise)
  }
}

/** Generates a private key in PEM format, of a kind that every browser and ACME server supports. */
export async function newKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** The stored account and certificate of one ACME server, for one domain. */
export interface CertificateStore {
  /** The key of the account at the ACME server; created on first use. @throws the error of the file system */
  accountKey(): Promise<string>
  /** The last saved certificate, with its key; undefined if there is none. @throws the error of the file system */
  load(): Promise<string | undefined>
  trySaving(): Promise<void>
  save(pem: string): Promise<void>
}

/** The folder of an ACME server: each has its own, because they don't know each other's accounts. @throws the file system's error */
export function openCertificateStore(data: string, directory: string, domain: string): CertificateStore {
  const { host, pathname } = new URL(directory)
  const name = (host + pathname).replace(/[^a-z0-9.]+/gi, '-').replace(/-$/, '')
  const folder = join(data, folderName, name)
  openPrivateFolder(join(data, folderName))
  openPrivateFolder(folder)
  const account = join(folder, 'account.pem')
  // Key and certificate are one file, so that a crash never leaves one without the other.
  const certificate = join(folder, `${domain}.pem`)
  return {
    async accountKey() {
      const kept = await readIfAny(account)
      if (kept !== undefined) return kept
      const key = await newKey()
      await writePrivate(account, key)
      return key
    },
    load: () => readIfAny(certificate),
    trySaving: async () => rm(await writeDraft(certificate, '\n'.repeat(largestCertificate))),
    save: (pem) => writePrivate(certificate, pem),
  }
}

async function readIfAny(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a file that only the server's user may read, completely or not at all. */
async function writePrivate(path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path)
}

async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.part`
  const file = await open(draft, 'w', privateFile)
  try {
    await file.chmod(privateFile)
    await file.writeFile(text)
    await file.sync()
  } catch (error) {
    // Removes what a full disk accepted of it.
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return draft
}
