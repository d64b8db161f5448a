import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, parse, resolve, sep } from 'node:path'
import { bytesOf, isName, nameOf } from './names.ts'
import { isFileMessage, isFolderMessage, notFoundMessage, RemoteFileError, toRemoteFileError } from './remote-file-error.ts'

/**
 * The folders of this machine that its owner shares. Others know them by paths of our own making: `~` is the home; with one shared folder
 * `~/a` is what is in it, with several `~/Pictures/a` is what is in the one called Pictures. So no path can even name anything else, and
 * what a path leads to is looked at once more after it was opened, as a link may lead anywhere.
 */
export interface SharedFolders {
  /** The shared folders as entries of the home; empty when there is only one, whose content is the home. */
  entries(): Promise<{ name: string; isDrive: boolean }[]>
  /** Opens a regular file; whoever asked closes it. @throws RemoteFileError */
  openFile(path: string): Promise<OpenedFile>
  /** Does something with an open folder. @throws RemoteFileError */
  inFolder<T>(path: string, work: (folder: OpenedFolder) => Promise<T>): Promise<T>
}

export interface OpenedFile {
  handle: FileHandle
  /** Its name in the file system, and where it is there. */
  name: string
  real: string
  stat: Stats
}

export interface OpenedFolder {
  /** Undefined for the home. */
  parent: string | undefined
  /** Where the system finds it, whatever its name has become meanwhile. */
  place: SystemPath
  stat: Stats
  /** What a name in it is, without following a link; undefined when it is gone or not to be seen. */
  look(name: string): Promise<Stats | undefined>
  /** What a link in it leads to; undefined unless that is shared. */
  follow(name: string): Promise<Stats | undefined>
  /** Whether a folder in it is one of those that are never shared. */
  isPrivate(name: string): boolean
}

/** Bytes where a name in it is not ASCII, as it need not be UTF-8. */
type SystemPath = string | Buffer

export const home = '~'
/** UTF-16 units of a path that is read at all. */
const longestPath = 8_192
const manyLooks = 8
/** Never waits for the other end of a pipe, never follows a link in the last place. Windows knows neither. */
const carefully = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0) | (constants.O_NOCTTY ?? 0)
/**
 * @param hidden folders that are never shared, though they may lie in one that is
 * @param hasProc whether the system tells, at `/proc`, what an open file really is
 */
export function openSharedFolders(
  folders: readonly string[],
  hidden: readonly string[] = [],
  hasProc = process.platform === 'linux',
): SharedFolders {
  const roots = named(folders.map((folder) => resolve(folder)))
  const secrets = hidden.map(rawOf)

  /** The folder that a path begins in, and the names that lead on from there. */
  function locate(path: string): { root: string; names: string[]; parent: string | undefined } {
    const [first, ...names] = path.length > longestPath ? [] : path.split('/')
    if (first !== home || !names.every((name) => isName(name))) throw new RemoteFileError(notFoundMessage)
    const parent = names.length === 0 ? undefined : [first, ...names.slice(0, -1)].join('/')
    const root = roots.size === 1 ? [...roots.values()][0] : roots.get(names.shift() ?? '')
    if (root === undefined) throw new RemoteFileError(notFoundMessage)
    return { root: rawOf(root), names: names.map(rawOf), parent }
  }

  /** Whether a real path may be given out. Asked anew each time: folders come and go. */
  async function checkShared(real: string): Promise<void> {
    const within = async (folder: string) => isWithin(real, await realOf(folder).catch(() => undefined))
    const [shared, secret] = await Promise.all([
      Promise.all([...roots.values()].map((folder) => within(rawOf(folder)))),
      Promise.all(secrets.map(within)),
    ])
    if (!shared.includes(true) || secret.includes(true)) throw new RemoteFileError(notFoundMessage)
  }

  /** Opens what a path really leads to. What is neither file nor folder is not even opened: that alone can have effects. */
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
      // Between the look and the opening somebody may have put a link in the way.
      if (hasProc) await checkShared((await readlink(`/proc/self/fd/${handle.fd}`, 'buffer')).toString('latin1'))
      else await checkAgain(real, opened)
      return { handle, real, stat: opened }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /**
   * Where the system does not tell what is open, a path can only be looked at once more, and whoever swaps what it leads to may be quick. So
   * it is looked at often: to be in time for each of them takes more luck than there is.
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
      // Not every system opens a folder: it is looked at before and after instead.
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

// Names need not be UTF-8. So paths of the system have a character for each byte here, but on Windows, where names are text.
const namesAreText = process.platform === 'win32'
const rawOf = (text: string): string => (namesAreText ? text : bytesOf(text).toString('latin1'))
const textOf = (raw: string): string => (namesAreText ? raw : nameOf(Buffer.from(raw, 'latin1')))
const systemPath = (raw: string): SystemPath => (namesAreText || !/[\x80-\xff]/.test(raw) ? raw : Buffer.from(raw, 'latin1'))

async function realOf(raw: string): Promise<string> {
  return namesAreText ? realpath(raw) : (await realpath(systemPath(raw), 'buffer')).toString('latin1')
}

/** @throws RemoteFileError unless it is what was asked for */
function checkKind(stat: Stats, kind: 'file' | 'folder'): void {
  if (kind === 'file' ? stat.isFile() : stat.isDirectory()) return
  if (stat.isDirectory()) throw new RemoteFileError(isFolderMessage)
  throw new RemoteFileError(stat.isFile() ? isFileMessage : notFoundMessage)
}

/** Folders by the names that they get in the home: their own, with a number where two have the same. */
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

/** Whether a file system begins at a folder; undefined when there is no such folder. */
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
