import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Writes a file atomically and durably: the content goes to a hidden file in the same folder, which then replaces the file.
 * @param mode the file's permissions
 */
export function writeFileAtomically(file: string, content: string | Uint8Array, mode = 0o600): void {
  const half = join(dirname(file), `.${randomBytes(6).toString('hex')}.part`)
  try {
    const open = openSync(half, 'wx', mode)
    try {
      writeFileSync(open, content)
      fsyncSync(open)
    } finally {
      closeSync(open)
    }
    renameSync(half, file)
  } finally {
    rmSync(half, { force: true })
  }
  syncFolder(dirname(file))
}

/** Removes the temporary files left when `writeFileAtomically` was killed. No other process may be writing to the folder. */
export function removePartialFiles(folder: string): void {
  for (const name of readdirSync(folder)) if (/^\.[0-9a-f]{12}\.part$/.test(name)) rmSync(join(folder, name), { force: true })
}

/** Makes a rename durable. On Windows this is neither possible nor needed. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const open = openSync(folder, 'r')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}
