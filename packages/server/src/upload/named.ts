// Records which files are referenced by an account's data. An unreferenced file is deleted after a week.

import type { Writer } from '../db/db.ts'
import { markNamed, markNamedOf } from './rows.ts'

/** The maximum files recorded per text. */
const most = 1_000
const slice = 100

/** Records the files whose URLs occur in a text, whatever the server's origin was when they were written. */
export async function noteNamed(tx: Writer, text: string): Promise<void> {
  const keys = new Set<string>()
  for (const [, key] of text.matchAll(/files\\?\/([A-Za-z0-9]{16,64})/g)) {
    keys.add(key as string)
    if (keys.size === most) break
  }
  const all = [...keys]
  for (let from = 0; from < all.length; from += slice) await markNamed(tx, all.slice(from, from + slice))
}

/** Records the files that an account's data refers to. Sealed data may refer to any of them, because only its owner can read it. */
export async function noteNamedIn(tx: Writer, owner: string, json: string): Promise<void> {
  if (json.includes('"ciphertext"')) await markNamedOf(tx, owner)
  else await noteNamed(tx, json)
}
