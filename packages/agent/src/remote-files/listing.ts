import type { Stats } from 'node:fs'
import { opendir } from 'node:fs/promises'
import type { RemoteDirectory, RemoteFile } from '@waypost/protocol'
import { compareNames } from '@waypost/protocol'
import { mediaTypeOf } from './media-type.ts'
import { nameOf, shownName } from './names.ts'
import { RemoteFileError } from './remote-file-error.ts'
import { home, type OpenedFolder, type SharedFolders } from './shared-folders.ts'

/** The size of one answer as JSON, in bytes. Encryption adds a third, and ephemerals are limited. */
const maxBytes = 300_000
/** How many names are kept, for folders and for files; more than one answer holds. */
const maxNames = 6_000
/** How many links of a folder are followed; the rest are only counted. */
const maxLinks = 20_000
/** How many files are examined in parallel. */
const concurrency = 64
/** In UTF-16 units. */
const maxFilterLength = 200

type Listing = Required<Pick<RemoteDirectory, 'contents'>> &
  Pick<RemoteDirectory, 'parent_path' | 'left_out' | 'cursor' | 'total'>

/**
 * Lists a shared folder, folders first, as far as one answer holds. `cursor` continues an earlier answer, and `filter` selects names that
 * contain it. @throws RemoteFileError
 */
export async function listFolder(
  shared: SharedFolders,
  path: string,
  { cursor, filter = '' }: { cursor?: string | undefined; filter?: string | undefined } = {},
): Promise<Listing> {
  const part = folded(filter.slice(0, maxFilterLength))
  const fits = (name: string) => part === '' || folded(shownName(name)).includes(part)
  const entries = path === home ? await shared.entries() : []
  if (entries.length > 0) {
    const contents = entries.filter(({ name }) => fits(name)).map(({ name, isDrive }) => folderEntry(home, name, isDrive))
    return { contents: contents.sort((a, b) => compareNames(a.name, b.name)), total: contents.length }
  }
  return shared.inFolder(path, async (folder) => {
    const { folders, files, unread } = await readNames(folder, fits, readCursor(cursor))
    const held = folders.held()
    // If there are more folders than are kept, files come after the rest.
    const names = folders.count > held.length ? held : [...held, ...files.held()]
    const { contents, looked } = await describe(folder, path, names)
    const left = folders.count + files.count - looked
    const last = names[looked - 1]
    const next = left > 0 && last !== undefined ? cursorOf(looked > held.length ? 'file' : 'folder', last) : undefined
    return {
      contents,
      total: folders.total + files.total + unread,
      ...(folder.parent !== undefined && { parent_path: folder.parent }),
      ...(left + unread > 0 && { left_out: left + unread }),
      ...(next !== undefined && { cursor: next }),
    }
  })
}

type Kind = 'folder' | 'file'

const cursorOf = (kind: Kind, name: string): string => `${kind}/${name}`

function readCursor(cursor: string | undefined): { kind: Kind; name: string } | undefined {
  if (cursor === undefined) return undefined
  const [, kind, name] = /^(folder|file)\/(.+)$/s.exec(cursor) ?? []
  if (kind === undefined || name === undefined)
    throw new RemoteFileError('This list cannot be gone on with. Open the folder again.')
  return { kind: kind as Kind, name }
}

/** Keeps the first names after a given one, in order, and counts the rest. */
interface Names {
  add(name: string): void
  held(): string[]
  readonly count: number
  readonly total: number
}

/** @param after the last name of the earlier answer. @param isAll whether all these names were in earlier answers */
function firstNames(after: string | undefined, isAll = false): Names {
  let names: string[] = []
  /** Only the first names are kept, and the rest come after them. */
  let bound: string | undefined
  let [count, total] = [0, 0]

  function sort(): void {
    names = names.sort(compareNames).slice(0, maxNames)
    if (names.length === maxNames) bound = names.at(-1)
  }

  return {
    add(name) {
      total++
      if (isAll || (after !== undefined && compareNames(name, after) <= 0)) return
      count++
      if (bound !== undefined && compareNames(name, bound) > 0) return
      names.push(name)
      if (names.length >= 2 * maxNames) sort()
    },
    held() {
      sort()
      return names
    },
    get count() {
      return count
    },
    get total() {
      return total
    },
  }
}

/** Special files, and links to something that is not shared, are left out. */
async function readNames(
  folder: OpenedFolder,
  fits: (name: string) => boolean,
  after: { kind: Kind; name: string } | undefined,
): Promise<{ folders: Names; files: Names; unread: number }> {
  const folders = firstNames(after?.name, after?.kind === 'file')
  const files = firstNames(after?.kind === 'file' ? after.name : undefined)
  const links: string[] = []
  let followed = 0
  let unread = 0

  async function follow(): Promise<void> {
    const targets = await Promise.all(links.map((name) => folder.follow(name)))
    for (const [index, name] of links.entries()) {
      if (targets[index]?.isDirectory()) folders.add(name)
      else if (targets[index]?.isFile()) files.add(name)
    }
    followed += links.length
    links.length = 0
  }

  // The types of Node.js lack the variant that returns names as buffers.
  const options = { encoding: 'buffer', bufferSize: 1_024 } as unknown as { bufferSize: number }
  for await (const entry of await opendir(folder.place, options)) {
    const name = nameOf(entry.name as unknown as Uint8Array)
    if (!fits(name) || folder.isPrivate(name)) continue
    if (entry.isDirectory()) folders.add(name)
    else if (entry.isFile()) files.add(name)
    else if (entry.isSymbolicLink() && followed + links.length >= maxLinks) unread++
    else if (entry.isSymbolicLink() && links.push(name) === concurrency) await follow()
  }
  await follow()
  return { folders, files, unread }
}

/** Returns entries for names, in order, until an answer is full. `looked` counts the examined names. */
async function describe(folder: OpenedFolder, path: string, names: readonly string[]) {
  const contents: RemoteFile[] = []
  let bytes = 0
  for (let start = 0; start < names.length; start += concurrency) {
    const group = await Promise.all(names.slice(start, start + concurrency).map((name) => entryOf(folder, path, name)))
    for (const [index, entry] of group.entries()) {
      // It was deleted after its name was read.
      if (!entry) continue
      bytes += Buffer.byteLength(JSON.stringify(entry)) + 1
      if (bytes > maxBytes && contents.length > 0) return { contents, looked: start + index }
      contents.push(entry)
    }
  }
  return { contents, looked: names.length }
}

async function entryOf(folder: OpenedFolder, path: string, name: string): Promise<RemoteFile | undefined> {
  const own = await folder.look(name)
  const stat: Stats | undefined = own?.isSymbolicLink() ? await folder.follow(name) : own
  if (stat?.isDirectory()) return folderEntry(path, name, stat.dev !== folder.stat.dev)
  if (!stat?.isFile()) return undefined
  const type = mediaTypeOf(name)
  return {
    name: shownName(name),
    path: `${path}/${name}`,
    size: stat.size,
    modified: Math.floor(stat.mtimeMs / 1_000),
    is_directory: false,
    ...(type && { mime_type: type }),
  }
}

function folderEntry(path: string, name: string, isDrive: boolean): RemoteFile {
  return { name: shownName(name), path: `${path}/${name}`, is_directory: true, ...(isDrive && { is_drive: true }) }
}

/** A filter ignores case and accents. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
