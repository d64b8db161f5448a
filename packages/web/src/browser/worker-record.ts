// Reads and writes what the service worker must know about the account to work while no window is open.

import { largeStoreOf } from '@waypost/client/storage'
import { browserLargeStore } from './large-store.ts'

/** What the service worker knows of the account that is signed in here. */
export interface WorkerRecord {
  /** The access token. */
  token: string
  /** The iden of the account. */
  account: string
  /** Identifies the program in the `X-User-Agent` header. */
  agent: string
  /** Identifies this browser among those of the account, `web-<client_id>`. */
  guid: string
}

const key = 'worker'

/** Writes the record into the database, which must belong to the account. Signing out erases it. @throws Error if that fails */
export function writeWorkerRecord(record: WorkerRecord): Promise<void> {
  const text = JSON.stringify(record)
  return largeStoreOf(browserLargeStore(), record.account).transact(async ({ readText, writeText }) => {
    if ((await readText(key)) !== text) writeText(key, text)
  })
}

/** The record; undefined if no account is signed in here, or there is no database. */
export async function readWorkerRecord(): Promise<WorkerRecord | undefined> {
  try {
    const text = await browserLargeStore().transact(({ readText }) => readText(key))
    const record: Partial<WorkerRecord> | null = JSON.parse(text ?? 'null')
    const { token, account, agent, guid } = record ?? {}
    const complete = [token, account, agent, guid].every((field) => typeof field === 'string' && field !== '')
    return complete ? (record as WorkerRecord) : undefined
  } catch {
    return undefined
  }
}
