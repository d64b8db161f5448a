import type { Stats } from 'node:fs'
import { opendir } from 'node:fs/promises'
import type { RemoteDirectory, RemoteFile } from '@waypost/protocol'
import { mediaTypeOf } from './media-type.ts'
import { nameOf, shownName } from './names.ts'
import { RemoteFileError } from './remote-file-error.ts'
import { home, type OpenedFolder, type SharedFolders } from './shared-folders.ts'

/** Bytes of all contents of one answer as JSON: sealing makes a third more of them, and an ephemeral has an end. */
const mostBytes = 300_000
/** More entries than one answer has room for. Of folders, and of files, only the first so many names are held. */
const mostNames = 6_000
/** Links of one folder that are followed. What is beyond is counted. */
const mostLinks = 20_000
/** Files that are looked at side by side. */
const atOnce = 64
/** UTF-16 units of a filter that are looked at. */
const longestFilter = 200

type Listing = Required<Pick<RemoteDirectory, 'contents'>> &
  Pick<RemoteDirectory, 'parent_path' | 'left_out' | 'cursor' | 'total'>

/** Names as people sort them: `10` after `9`, capitals beside small letters. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const byName = (a: string, b: string) => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)

/**
 * What is in a shared folder, folders first; as much of it as one answer holds. `cursor` goes on after an earlier answer, and `filter` leaves
 * out what does not have it in its name. @throws RemoteFileError
 */
export async function listFolder(
  shared: SharedFolders,
  path: string,
  { cursor, filter = '' }: { cursor?: string | undefined; filter?: string | undefined } = {},
): Promise<Listing> {
  const part = folded(filter.slice(0, longestFilter))
  const fits = (name: string) => part === '' || folded(shownName(name)).includes(part)
  const entries = path === home ? await shared.entries() : []
  if (entries.length > 0) {
    const contents = entries.filter(({ name }) => fits(name)).map(({ name, isDrive }) => folderEntry(home, name, isDrive))
    return { contents: contents.sort((a, b) => byName(a.name, b.name)), total: contents.length }
  }
  return shared.inFolder(path, async (folder) => {
    const { folders, files, unread } = await readNames(folder, fits, readCursor(cursor))
    const held = folders.held()
    // Of more folders than are held, files come after the rest.
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

/** The entry that an answer goes on after. */
function readCursor(cursor: string | undefined): { kind: Kind; name: string } | undefined {
  if (cursor === undefined) return undefined
  const [, kind, name] = /^(folder|file)\/(.+)$/s.exec(cursor) ?? []
  if (kind === undefined || name === undefined)
    throw new RemoteFileError('This list cannot be gone on with. Open the folder again.')
  return { kind: kind as Kind, name }
}

/** The first names after one, in their order; the others are counted. */
interface Names {
  add(name: string): void
  held(): string[]
  /** Those after the one. */
  readonly count: number
  /** Those before it too. */
  readonly total: number
}

/** @param after the last name of those before. @param isAll every name is one of those before */
function firstNames(after: string | undefined, isAll = false): Names {
  let names: string[] = []
  /** Nothing after it is among the first. */
  let bound: string | undefined
  let [count, total] = [0, 0]

  function sort(): void {
    names = names.sort(byName).slice(0, mostNames)
    if (names.length === mostNames) bound = names.at(-1)
  }

  return {
    add(name) {
      total++
      if (isAll || (after !== undefined && byName(name, after) <= 0)) return
      count++
      if (bound !== undefined && byName(name, bound) > 0) return
      names.push(name)
      if (names.length >= 2 * mostNames) sort()
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

/** The names in a folder by what they are. What is neither file nor folder, or leads to what is not shared, is not there at all. */
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

  // The types of Node.js do not know that the names may come as bytes.
  const options = { encoding: 'buffer', bufferSize: 1_024 } as unknown as { bufferSize: number }
  for await (const entry of await opendir(folder.place, options)) {
    const name = nameOf(entry.name as unknown as Uint8Array)
    if (!fits(name) || folder.isPrivate(name)) continue
    if (entry.isDirectory()) folders.add(name)
    else if (entry.isFile()) files.add(name)
    else if (entry.isSymbolicLink() && followed + links.length >= mostLinks) unread++
    else if (entry.isSymbolicLink() && links.push(name) === atOnce) await follow()
  }
  await follow()
  return { folders, files, unread }
}

/** Entries for names, in their order, until an answer is full; `looked` counts the names that were looked at. */
async function describe(folder: OpenedFolder, path: string, names: readonly string[]) {
  const contents: RemoteFile[] = []
  let bytes = 0
  for (let start = 0; start < names.length; start += atOnce) {
    const group = await Promise.all(names.slice(start, start + atOnce).map((name) => entryOf(folder, path, name)))
    for (const [index, entry] of group.entries()) {
      // Gone since its name was read.
      if (!entry) continue
      bytes += Buffer.byteLength(JSON.stringify(entry)) + 1
      if (bytes > mostBytes && contents.length > 0) return { contents, looked: start + index }
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
    is_directory: false,
    ...(type && { mime_type: type }),
  }
}

function folderEntry(path: string, name: string, isDrive: boolean): RemoteFile {
  return { name: shownName(name), path: `${path}/${name}`, is_directory: true, ...(isDrive && { is_drive: true }) }
}

/** Letters in either case, with and without accents, are the same for a filter. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
