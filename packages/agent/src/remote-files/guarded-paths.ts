// Opens files and folders only if they are shared. Links may lead anywhere, and may be changed at any time.

import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readlink } from 'node:fs/promises'
import { sep } from 'node:path'
import { realOf, systemPath } from './raw-paths.ts'
import { isFileMessage, isFolderMessage, notFoundMessage, RemoteFileError } from './remote-file-error.ts'

interface Options {
  /** The hidden ones are never shared, even inside of the shared ones. */
  shared: readonly string[]
  hidden: readonly string[]
  /** Whether `/proc` tells the real path of an open file. */
  hasProc: boolean
}

const manyLooks = 8
/** Does not block on a pipe, and does not follow a link in the last component. Not available on Windows. */
const carefully = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0) | (constants.O_NOCTTY ?? 0)

/** All paths are raw, see `raw-paths.ts`. */
export class GuardedPaths {
  private readonly options: Options

  constructor(options: Options) {
    this.options = options
  }

  /** Whether a real path is shared. Checked each time, because folders come and go. @throws RemoteFileError when it is not */
  async check(real: string): Promise<void> {
    const within = async (folder: string) => isWithin(real, await realOf(folder).catch(() => undefined))
    const [shared, hidden] = await Promise.all([
      Promise.all(this.options.shared.map(within)),
      Promise.all(this.options.hidden.map(within)),
    ])
    if (!shared.includes(true) || hidden.includes(true)) throw new RemoteFileError(notFoundMessage)
  }

  /** Special files are not opened at all, because opening alone can have effects. */
  async open(path: string, kind: 'file' | 'folder'): Promise<{ handle: FileHandle; real: string; stat: Stats }> {
    const real = await realOf(path)
    await this.check(real)
    checkKind(await lstat(systemPath(real)), kind)
    const handle = await open(systemPath(real), carefully)
    try {
      const opened = await handle.stat()
      checkKind(opened, kind)
      // It may have been replaced by a link after the check.
      if (this.options.hasProc) await this.check((await readlink(`/proc/self/fd/${handle.fd}`, 'buffer')).toString('latin1'))
      else await this.checkAgain(real, opened)
      return { handle, real, stat: opened }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /**
   * Opens a folder.
   * @returns a path that leads to it even after it was renamed. Systems without such paths give its own; `close` then throws if it was renamed.
   */
  async openFolder(path: string): Promise<{ place: string; stat: Stats; close(): Promise<unknown> }> {
    if (!this.options.hasProc) {
      // Some systems cannot open folders: the path is checked before and after instead.
      const real = await realOf(path)
      await this.check(real)
      const before = await lstat(systemPath(real))
      checkKind(before, 'folder')
      const close = async () => {
        if ((await realOf(real)) !== real || !isSame(before, await lstat(systemPath(real))))
          throw new RemoteFileError(notFoundMessage)
      }
      return { place: real, stat: before, close }
    }
    const { handle, stat } = await this.open(path, 'folder')
    return { place: `/proc/self/fd/${handle.fd}`, stat, close: () => handle.close() }
  }

  hiddenNow(): Promise<string[]> {
    return Promise.all(this.options.hidden.map((folder) => realOf(folder).catch(() => folder)))
  }

  /**
   * Where the system does not tell the path of an open file, the path can only be checked again, and an attacker may swap its target in between. Many
   * checks make that practically impossible.
   */
  private async checkAgain(real: string, opened: Stats): Promise<void> {
    for (let looks = 0; looks < manyLooks; looks++) {
      const now = await realOf(real)
      await this.check(now)
      if (now !== real || !isSame(opened, await lstat(systemPath(now)))) throw new RemoteFileError(notFoundMessage)
    }
  }
}

/** @throws RemoteFileError unless it has the requested type */
function checkKind(stat: Stats, kind: 'file' | 'folder'): void {
  if (kind === 'file' ? stat.isFile() : stat.isDirectory()) return
  if (stat.isDirectory()) throw new RemoteFileError(isFolderMessage)
  throw new RemoteFileError(stat.isFile() ? isFileMessage : notFoundMessage)
}

const isSame = (a: Stats, b: Stats) => a.dev === b.dev && a.ino === b.ino

function isWithin(path: string, folder: string | undefined): boolean {
  if (folder === undefined) return false
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
