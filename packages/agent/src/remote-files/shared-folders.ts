// Opens files and folders in the shared folders of this machine, and nothing outside of them.

import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, parse, resolve, sep } from 'node:path'
import { bytesOf, isName, nameOf } from './names.ts'
import { isFileMessage, isFolderMessage, notFoundMessage, RemoteFileError, toRemoteFileError } from './remote-file-error.ts'

/**
 * The shared folders of this machine. Other devices use virtual paths: `~` is the home. With one shared folder, `~/a` is in that folder;
 * with several, `~/Pictures/a` is in the one named Pictures. So a path cannot name anything else. Because a link may lead anywhere, the
 * real path is checked again after opening.
 */
export interface SharedFolders {
  /** The shared folders as entries of the home; empty when there is only one, which is the home itself. */
  entries(): Promise<{ name: string; isDrive: boolean }[]>
  /** Opens a regular file; the caller closes it. @throws RemoteFileError */
  openFile(path: string): Promise<OpenedFile>
  /** Calls `work` with an open folder. @throws RemoteFileError */
  inFolder<T>(path: string, work: (folder: OpenedFolder) => Promise<T>): Promise<T>
}

export interface OpenedFile {
  handle: FileHandle
  /** The name and the real path in the file system. */
  name: string
  real: string
  stat: Stats
}

export interface OpenedFolder {
  /** The virtual path of the parent; undefined for the home. */
  parent: string | undefined
  /** A path that leads to the open folder, even if it was renamed. */
  place: SystemPath
  stat: Stats
  /** The stats of an entry, without following links; undefined when it is missing or hidden. */
  look(name: string): Promise<Stats | undefined>
  /** The stats of a link's target; undefined when that is not shared. */
  follow(name: string): Promise<Stats | undefined>
  /** Whether an entry is a folder that is never shared. */
  isPrivate(name: string): boolean
}

/** A buffer where a name is not ASCII, because it may not be UTF-8. */
type SystemPath = string | Buffer

export const home = '~'
/** The longest path that is accepted, in UTF-16 units. */
const maxPathLength = 8_192
const manyLooks = 8
/** Does not block on a pipe, and does not follow a link in the last component. Not available on Windows. */
const carefully = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0) | (constants.O_NOCTTY ?? 0)
/**
 * @param hidden folders that are never shared, even inside a shared one
 * @param hasProc whether `/proc` tells the real path of an open file
 */
export function openSharedFolders(
  folders: readonly string[],
  hidden: readonly string[] = [],
  hasProc = process.platform === 'linux',
): SharedFolders {
  const roots = named(folders.map((folder) => resolve(folder)))
  const secrets = hidden.map(rawOf)

  /** The shared folder of a path, and the names below it. */
  function locate(path: string): { root: string; names: string[]; parent: string | undefined } {
    const [first, ...names] = path.length > maxPathLength ? [] : path.split('/')
    if (first !== home || !names.every((name) => isName(name))) throw new RemoteFileError(notFoundMessage)
    const parent = names.length === 0 ? undefined : [first, ...names.slice(0, -1)].join('/')
    const root = roots.size === 1 ? [...roots.values()][0] : roots.get(names.shift() ?? '')
    if (root === undefined) throw new RemoteFileError(notFoundMessage)
    return { root: rawOf(root), names: names.map(rawOf), parent }
  }

  /** Whether a real path is shared. Checked each time, because folders come and go. */
  async function checkShared(real: string): Promise<void> {
    const within = async (folder: string) => isWithin(real, await realOf(folder).catch(() => undefined))
    const [shared, secret] = await Promise.all([
      Promise.all([...roots.values()].map((folder) => within(rawOf(folder)))),
      Promise.all(secrets.map(within)),
    ])
    if (!shared.includes(true) || secret.includes(true)) throw new RemoteFileError(notFoundMessage)
  }

  /** Opens the target of a path. Special files are not opened at all, because opening alone can have effects. */
  async function openReal(
    candidate: string,
    kind: 'file' | 'folder',
  ): Promise<{ handle: FileHandle; real: string; stat: Stats }> {
    const real = await realOf(candidate)
    await checkShared(real)
    checkKind(await lstat(systemPath(real)), kind)
    const handle = await open(systemPath(real), carefully)
    try {
      const opened = await handle.stat()
      checkKind(opened, kind)
      // It may have been replaced by a link after the check.
      if (hasProc) await checkShared((await readlink(`/proc/self/fd/${handle.fd}`, 'buffer')).toString('latin1'))
      else await checkAgain(real, opened)
      return { handle, real, stat: opened }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /**
   * Where the system does not tell the path of an open file, the path can only be checked again, and an attacker may swap its target in between. Many
   * checks make that practically impossible.
   */
  async function checkAgain(real: string, opened: Stats): Promise<void> {
    for (let looks = 0; looks < manyLooks; looks++) {
      const now = await realOf(real)
      await checkShared(now)
      if (now !== real || !isSame(opened, await lstat(systemPath(now)))) throw new RemoteFileError(notFoundMessage)
    }
  }

  async function openFolder(candidate: string): Promise<{ place: string; stat: Stats; close(): Promise<unknown> }> {
    if (!hasProc) {
      // Some systems cannot open folders: the path is checked before and after instead.
      const real = await realOf(candidate)
      await checkShared(real)
      const before = await lstat(systemPath(real))
      checkKind(before, 'folder')
      const close = async () => {
        if ((await realOf(real)) !== real || !isSame(before, await lstat(systemPath(real))))
          throw new RemoteFileError(notFoundMessage)
      }
      return { place: real, stat: before, close }
    }
    const { handle, stat } = await openReal(candidate, 'folder')
    return { place: `/proc/self/fd/${handle.fd}`, stat, close: () => handle.close() }
  }

  return {
    async entries() {
      if (roots.size === 1) return []
      const all = await Promise.all(Array.from(roots, async ([name, folder]) => ({ name, drive: await driveOf(folder) })))
      return all.flatMap(({ name, drive }) => (drive === undefined ? [] : [{ name, isDrive: drive }]))
    },
    async openFile(path) {
      try {
        if (path === home) throw new RemoteFileError(isFolderMessage)
        const { root, names } = locate(path)
        const candidate = join(root, ...names)
        const { real, ...opened } = await openReal(candidate, 'file')
        return { ...opened, real: textOf(real), name: textOf(basename(candidate)) }
      } catch (error) {
        throw toRemoteFileError(error)
      }
    },
    async inFolder(path, work) {
      try {
        const { root, names, parent } = locate(path)
        const { place, stat: own, close } = await openFolder(join(root, ...names))
        try {
          const real = await realOf(place)
          const secret = await Promise.all(secrets.map((folder) => realOf(folder).catch(() => folder)))
          return await work({
            parent,
            place: systemPath(place),
            stat: own,
            look: (name) => lstat(systemPath(join(place, rawOf(name)))).catch(() => undefined),
            async follow(name) {
              try {
                const target = await realOf(join(place, rawOf(name)))
                await checkShared(target)
                return await stat(systemPath(target))
              } catch {
                return undefined
              }
            },
            isPrivate: (name) => secret.includes(join(real, rawOf(name))),
          })
        } finally {
          await close()
        }
      } catch (error) {
        throw toRemoteFileError(error)
      }
    },
  }
}

// Names may not be UTF-8, so real paths have a character per byte; on Windows names are text.
const namesAreText = process.platform === 'win32'
const rawOf = (text: string): string => (namesAreText ? text : bytesOf(text).toString('latin1'))
const textOf = (raw: string): string => (namesAreText ? raw : nameOf(Buffer.from(raw, 'latin1')))
const systemPath = (raw: string): SystemPath => (namesAreText || !/[\x80-\xff]/.test(raw) ? raw : Buffer.from(raw, 'latin1'))

async function realOf(raw: string): Promise<string> {
  return namesAreText ? realpath(raw) : (await realpath(systemPath(raw), 'buffer')).toString('latin1')
}

/** @throws RemoteFileError unless it has the requested type */
function checkKind(stat: Stats, kind: 'file' | 'folder'): void {
  if (kind === 'file' ? stat.isFile() : stat.isDirectory()) return
  if (stat.isDirectory()) throw new RemoteFileError(isFolderMessage)
  throw new RemoteFileError(stat.isFile() ? isFileMessage : notFoundMessage)
}

/** Names the folders in the home: their own name, with a number if two are the same. */
function named(folders: readonly string[]): Map<string, string> {
  const roots = new Map<string, string>()
  for (const folder of new Set(folders)) {
    const { root } = parse(folder)
    const own = basename(folder) || root.replace(/[\\/:]/g, '') || 'Computer'
    let name = own
    for (let number = 2; roots.has(name); number++) name = `${own} ${number}`
    roots.set(name, folder)
  }
  return roots
}

/** Whether a folder is the root of a file system; undefined when there is no such folder. */
async function driveOf(folder: string): Promise<boolean | undefined> {
  try {
    const real = await realpath(folder)
    const own = await stat(real)
    if (!own.isDirectory()) return undefined
    return dirname(real) === real || own.dev !== (await stat(dirname(real))).dev
  } catch {
    return undefined
  }
}

const isSame = (a: Stats, b: Stats) => a.dev === b.dev && a.ino === b.ino

function isWithin(path: string, folder: string | undefined): boolean {
  if (folder === undefined) return false
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
