import type { Stats } from 'node:fs'
import { opendir } from 'node:fs/promises'
import type { RemoteDirectory, RemoteFile } from '@waypost/protocol'
import { mediaTypeOf } from './media-type.ts'
import { nameOf, shownName } from './names.ts'
import { home, type OpenedFolder, type SharedFolders } from './shared.ts'

/** Bytes of all contents of one answer as JSON: sealing makes a third more of them, and an ephemeral has an end. */
const mostBytes = 300_000
/** Folders, and files, of one folder whose names are held at once, and links that are followed. What is beyond is counted. */
const mostNames = 100_000
const mostLinks = 1_000
/** Files that are looked at side by side. */
const atOnce = 64

type Listing = Required<Pick<RemoteDirectory, 'contents'>> & Pick<RemoteDirectory, 'parent_path' | 'left_out'>

/** Names as people sort them: `10` after `9`, capitals beside small letters. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const byName = (a: string, b: string) => collator.compare(a, b) || (a < b ? -1 : 1)

/** What is in a shared folder, folders first; as much of it as one answer holds. @throws NotServed */
export async function listFolder(shared: SharedFolders, path: string): Promise<Listing> {
  const entries = path === home ? await shared.entries() : []
  if (entries.length > 0) {
    const contents = entries.map(({ name, isDrive }) => folderEntry(home, name, isDrive))
    return { contents: contents.sort((a, b) => byName(a.name, b.name)) }
  }
  return shared.inFolder(path, async (folder) => {
    const { folders, files, leftOut } = await readNames(folder)
    const names = [...folders.sort(byName), ...files.sort(byName)]
    const { contents, unseen } = await describe(folder, path, names)
    const all = leftOut + unseen
    return { contents, ...(folder.parent !== undefined && { parent_path: folder.parent }), ...(all > 0 && { left_out: all }) }
  })
}

/** The names in a folder by what they are. What is neither file nor folder, or leads to what is not shared, is not there at all. */
async function readNames(folder: OpenedFolder): Promise<{ folders: string[]; files: string[]; leftOut: number }> {
  const [folders, files, links]: [string[], string[], string[]] = [[], [], []]
  let leftOut = 0
  // The types of Node.js do not know that the names may come as bytes.
  const options = { encoding: 'buffer', bufferSize: 1_024 } as unknown as { bufferSize: number }
  for await (const entry of await opendir(folder.place, options)) {
    const name = nameOf(entry.name as unknown as Uint8Array)
    const list = entry.isDirectory() ? folders : entry.isFile() ? files : entry.isSymbolicLink() ? links : undefined
    if (!list) continue
    if (name === undefined || list.length >= (list === links ? mostLinks : mostNames)) leftOut++
    else if (!folder.isPrivate(name)) list.push(name)
  }
  await inGroups(links, async (name) => {
    const target = await folder.follow(name)
    if (target?.isDirectory()) folders.push(name)
    else if (target?.isFile()) files.push(name)
  })
  return { folders, files, leftOut }
}

/** Entries for names, in their order, until an answer is full; `unseen` counts the rest. */
async function describe(folder: OpenedFolder, path: string, names: readonly string[]) {
  const contents: RemoteFile[] = []
  let bytes = 0
  for (let start = 0; start < names.length; start += atOnce) {
    const group = await Promise.all(names.slice(start, start + atOnce).map((name) => entryOf(folder, path, name)))
    for (const [index, entry] of group.entries()) {
      // Gone since its name was read.
      if (!entry) continue
      bytes += Buffer.byteLength(JSON.stringify(entry)) + 1
      if (bytes > mostBytes) return { contents, unseen: names.length - start - index }
      contents.push(entry)
    }
  }
  return { contents, unseen: 0 }
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

async function inGroups(names: readonly string[], work: (name: string) => Promise<void>): Promise<void> {
  for (let start = 0; start < names.length; start += atOnce) await Promise.all(names.slice(start, start + atOnce).map(work))
}
