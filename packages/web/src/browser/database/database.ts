import type { StoredPush } from '@waypost/client/storage'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { KeptShare } from '../app/shared-content.ts'
import { databaseName, isForgotten } from './forget-database.ts'

interface Schema extends DBSchema {
  /** Small strings by key, as in local storage. */
  texts: { key: string; value: string }
  /** Files waiting to be uploaded, by the guid of their queue entry. */
  files: { key: string; value: Blob }
  /** Older pushes, by iden. */
  pushes: { key: string; value: StoredPush; indexes: { place: [conversation: string, created: number] } }
  /** They belong to no account until somebody sends them. */
  shares: { key: string; value: KeptShare }
}

export type Database = IDBPDatabase<Schema>

let opened: Promise<Database> | undefined

/**
 * The database, opened on the first call. Windows and the service worker share it.
 * @throws DOMException if the browser has no database, as in some private windows; an Error after this window has signed out
 */
export async function database(): Promise<Database> {
  refuseIfForgotten()
  const db = await open()
  // Opening may have taken a while.
  refuseIfForgotten()
  return db
}

function refuseIfForgotten(): void {
  if (isForgotten()) throw new Error('This window has erased the database.')
}

function open(): Promise<Database> {
  opened ??= openDB<Schema>(databaseName, 2, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore('texts')
        db.createObjectStore('files')
      }
      db.createObjectStore('pushes', { keyPath: 'iden' }).createIndex('place', ['conversation', 'created'])
      db.createObjectStore('shares')
    },
    // The database is being erased, or a newer version of this page needs to upgrade it: the next call reopens it.
    blocking(_current, _blocked, event) {
      opened = undefined
      ;(event.target as IDBDatabase).close()
    },
    terminated() {
      opened = undefined
    },
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

/** Rolls a transaction back, unless it has ended. */
export function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch {
    // It has ended already.
  }
}
