import { chmodSync, closeSync, existsSync, fchmodSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Modes under which only the account that runs the server reads what is kept. Windows knows no such thing and ignores them. */
export const privateFolder = 0o700
export const privateFile = 0o600

/** What the server itself puts into the data folder. */
const ours = /^((waypost|lock)\.db(-\w+)?|files|kept|coming|mail)$/

/**
 * Makes a folder that only this account may look into, or makes an existing one so, with the files that lie in it.
 * @throws the error of the file system
 */
export function openPrivateFolder(folder: string): void {
  const existed = existsSync(folder)
  mkdirSync(folder, { recursive: true, mode: privateFolder })
  if (process.platform === 'win32') return
  try {
    chmodSync(folder, privateFolder)
    if (!existed) return
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (ours.test(entry.name) && (entry.isFile() || entry.isDirectory()))
        chmodSync(join(folder, entry.name), entry.isDirectory() ? privateFolder : privateFile)
  } catch (error) {
    // It belongs to another account, which let this one in on purpose.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/** Makes an empty file that only this account may read, unless there is one. What SQLite keeps beside its file gets the same mode. */
export function makePrivateFile(path: string): void {
  const file = openSync(path, 'a', privateFile)
  try {
    // A mask of the process can take rights away that are needed, never add some.
    if (process.platform !== 'win32') fchmodSync(file, privateFile)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  } finally {
    closeSync(file)
  }
}
