// Notes which files are named by what an account keeps. A file that nothing names goes after a week.

import type { Writer } from '../db/db.ts'
import { markNamed, markNamedOf } from './rows.ts'

/** Files of one text that are noted. */
const most = 1_000
/** Files that one query notes. */
const slice = 100

/** Notes the files whose addresses stand in a text, whatever the server's own address was when they were written down. */
export async function noteNamed(tx: Writer, text: string): Promise<void> {
  const keys = new Set<string>()
  for (const [, key] of text.matchAll(/files\\?\/([A-Za-z0-9]{16,64})/g)) {
    keys.add(key as string)
    if (keys.size === most) break
  }
  const all = [...keys]
  for (let from = 0; from < all.length; from += slice) await markNamed(tx, all.slice(from, from + slice))
}

/** Notes the files that data of an account names. Sealed data may name any of them: only its owner can read it. */
export async function noteNamedIn(tx: Writer, owner: string, json: string): Promise<void> {
  if (json.includes('"ciphertext"')) await markNamedOf(tx, owner)
  else await noteNamed(tx, json)
}
