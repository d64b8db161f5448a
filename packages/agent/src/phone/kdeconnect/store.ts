import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isRecord } from '@waypost/client/ground/objects'
import { writePrivateFile } from '../../settings/settings.ts'
import { UserError } from '../../user-error.ts'
import { type Credentials, makeCredentials } from './certificate.ts'
import type { Trusted, TrustStore } from './link.ts'
import { isDeviceId } from './packet.ts'

interface PairedPhone extends Trusted {
  /** The iden of its device on the server, once it has one. */
  device?: string
  address?: string
}

/**
 * This machine's identity and the paired phones. Each change is saved at once; if that fails, it is logged, and the change lasts until the
 * process ends.
 */
export interface PhoneStore extends TrustStore {
  readonly deviceId: string
  readonly credentials: Credentials
  find(id: string): PairedPhone | undefined
  all(): ReadonlyMap<string, PairedPhone>
  update(id: string, changes: Pick<PairedPhone, 'device' | 'address'>): void
}

interface Stored {
  deviceId: string
  credentials: Credentials
  phones: Record<string, PairedPhone>
}

/** Opens the store in a file, or creates a new identity. @throws UserError if the file is damaged or can't be read */
export function openPhoneStore(file: string, log: (line: string) => void): PhoneStore {
  const stored = read(file)
  const deviceId = stored?.deviceId ?? randomUUID().replaceAll('-', '_')
  const credentials = stored?.credentials ?? makeCredentials(deviceId)
  const phones = new Map(Object.entries(stored?.phones ?? {}))

  function save(): void {
    try {
      writePrivateFile(file, JSON.stringify({ deviceId, credentials, phones: Object.fromEntries(phones) }))
    } catch (error) {
      log(`The paired phones cannot be saved in ${file} (${(error as NodeJS.ErrnoException).code}).`)
    }
  }

  return {
    deviceId,
    credentials,
    find: (id) => phones.get(id),
    all: () => phones,
    keep(id, trusted) {
      phones.set(id, { ...phones.get(id), ...trusted })
      save()
    },
    update(id, changes) {
      const known = phones.get(id)
      if (!known) return
      phones.set(id, { ...known, ...changes })
      save()
    },
    forget(id) {
      if (phones.delete(id)) save()
    },
  }
}

function read(file: string): Stored | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new UserError(`The paired phones in ${file} cannot be read (${code}).`)
  }
  try {
    const stored: unknown = JSON.parse(text)
    if (isStored(stored)) return stored
  } catch {
    // Reported below.
  }
  throw new UserError(`The paired phones in ${file} are damaged. Remove the file and pair them again.`)
}

function isStored(value: unknown): value is Stored {
  if (!isRecord(value) || !isDeviceId(value.deviceId) || !isRecord(value.credentials) || !isRecord(value.phones)) return false
  const { cert, key } = value.credentials
  if (typeof cert !== 'string' || typeof key !== 'string') return false
  return Object.entries(value.phones).every(
    ([id, phone]) => isDeviceId(id) && isRecord(phone) && typeof phone.cert === 'string' && typeof phone.name === 'string',
  )
}
