import type { Stats } from 'node:fs'
import { type FileHandle, lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, parse, resolve } from 'node:path'
import { GuardedPaths } from './guarded-paths.ts'
import { isName } from './names.ts'
import { rawOf, realOf, type SystemPath, systemPath, textOf } from './raw-paths.ts'
import { isFolderMessage, notFoundMessage, RemoteFileError, toRemoteFileError } from './remote-file-error.ts'

/**
 * The shared folders of this machine. Other devices use virtual paths: `~` is the home. With one shared folder, `~/a` is in that folder;
 * with several, `~/Pictures/a` is in the one named Pictures. So a path cannot name anything else. Because a link may lead anywhere, the
 * real path is checked again after opening.
 */
export interface SharedFolders {
  /** The shared folders as entries of the home; empty when there is only one, which is the home itself. */
  entries(): Promise<{ name: string; isDrive: boolean }[]>
  /** The caller closes it. @throws RemoteFileError */
  openFile(path: string): Promise<OpenedFile>
  /** @throws RemoteFileError */
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
  /** Undefined for the home. */
  parent: string | undefined
  /** A path that leads to the open folder, even if it was renamed. */
  place: SystemPath
  stat: Stats
  /** Without following links; undefined when the entry is missing or hidden. */
  look(name: string): Promise<Stats | undefined>
  /** Undefined when the target is not shared. */
  follow(name: string): Promise<Stats | undefined>
  /** Whether an entry is a folder that is never shared. */
  isPrivate(name: string): boolean
}

export const home = '~'
/** In UTF-16 units. */
const maxPathLength = 8_192

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
  const guarded = new GuardedPaths({ shared: [...roots.values()].map(rawOf), hidden: hidden.map(rawOf), hasProc })

  return {
    async entries() {
      if (roots.size === 1) return []
      const all = await Promise.all(Array.from(roots, async ([name, folder]) => ({ name, drive: await driveOf(folder) })))
      return all.flatMap(({ name, drive }) => (drive === undefined ? [] : [{ name, isDrive: drive }]))
    },
    async openFile(path) {
      try {
        if (path === home) throw new RemoteFileError(isFolderMessage)
        const { root, names } = locate(path, roots)
        const candidate = join(root, ...names)
        const { real, ...opened } = await guarded.open(candidate, 'file')
        return { ...opened, real: textOf(real), name: textOf(basename(candidate)) }
      } catch (error) {
        throw toRemoteFileError(error)
      }
    },
    async inFolder(path, work) {
      try {
        const { root, names, parent } = locate(path, roots)
        const { place, stat: own, close } = await guarded.openFolder(join(root, ...names))
        try {
          const real = await realOf(place)
          const hiddenNow = await guarded.hiddenNow()
          return await work({
            parent,
            place: systemPath(place),
            stat: own,
            look: (name) => lstat(systemPath(join(place, rawOf(name)))).catch(() => undefined),
            async follow(name) {
              try {
                const target = await realOf(join(place, rawOf(name)))
                await guarded.check(target)
                return await stat(systemPath(target))
              } catch {
                return undefined
              }
            },
            isPrivate: (name) => hiddenNow.includes(join(real, rawOf(name))),
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

/** The shared folder of a virtual path, and the names below it. @param roots the shared folders by name */
function locate(path: string, roots: ReadonlyMap<string, string>): { root: string; names: string[]; parent: string | undefined } {
  const [first, ...names] = path.length > maxPathLength ? [] : path.split('/')
  if (first !== home || !names.every((name) => isName(name))) throw new RemoteFileError(notFoundMessage)
  const parent = names.length === 0 ? undefined : [first, ...names.slice(0, -1)].join('/')
  const root = roots.size === 1 ? [...roots.values()][0] : roots.get(names.shift() ?? '')
  if (root === undefined) throw new RemoteFileError(notFoundMessage)
  return { root: rawOf(root), names: names.map(rawOf), parent }
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
