import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** File modes that give access only to the server's own user. Windows ignores them. */
export const privateFolder = 0o700
export const privateFile = 0o600

const ours = /^((waypost|lock)\.db(-\w+)?|files|kept|coming|mail|phones|tls)$/

/** Creates a folder for the server's user alone, or restricts an existing one and our files in it. @throws the file system's error */
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
    // The folder belongs to another user, who gave this one access on purpose.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
