import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { copySqlite } from '../db/sqlite-copy.ts'
import { storeFile } from '../db/sqlite-files.ts'

/** What a restored server needs besides the database and users' files: the operator's files, and unsent emails. */
const besides = ['channels.json', 'about.md', 'about.json', 'mail']
/** Unfinished copies of the database, in the data folder. A crash may leave one. */
const draftName = /^backup-[0-9a-f]{16}\.db(-journal|-wal|-shm)?$/

interface BackupOptions {
  files: boolean
  copy?: typeof copySqlite
}

/**
 * Creates a zip file of a data folder from which a server can start, once unpacked into an empty folder. The database is copied first, so
 * that the files it refers to exist; files deleted during the backup are missing.
 * @returns a stream; its temporary files are removed when it is closed
 * @throws the error of SQLite or of the file system
 */
export async function backupOf(folder: string, { files, copy: makeCopy = copySqlite }: BackupOptions): Promise<Readable> {
  await removeLeftCopies(folder)
  const copy = join(folder, `backup-${randomBytes(8).toString('hex')}.db`)
  const zip = new ZipFile()
  const output = zip.outputStream as unknown as Readable
  zip.on('error', (error) => output.destroy(error))
  let reading: Readable | undefined
  output.once('close', () => {
    reading?.destroy()
    void rm(copy, { force: true })
  })

  function add(path: string, name: string, compress: boolean): void {
    zip.addReadStreamLazy(name, { compress, forceZip64Format: true }, (take) => {
      const stream = createReadStream(path)
      reading = stream
      stream.once('open', () => take(null, stream))
      // Deleted since the folder was listed.
      stream.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ENOENT' ? take(null, Readable.from([])) : output.destroy(error),
      )
    })
  }

  try {
    await copyInTurn(() => makeCopy(folder, copy))
    add(copy, storeFile, true)
    for (const part of files ? [...besides, join('files', 'kept')] : besides) {
      for (const path of await filesBelow(join(folder, part)))
        add(path, relative(folder, path).split(sep).join('/'), !part.startsWith('files'))
    }
    zip.end()
    return output
  } catch (error) {
    output.destroy()
    await rm(copy, { force: true })
    throw error
  }
}

let copying: Promise<unknown> = Promise.resolve()

/** Each copy occupies one of the few threads that also read files and compress for everyone else. */
function copyInTurn(copy: () => Promise<void>): Promise<void> {
  const copied = copying.then(copy)
  copying = copied.catch(() => {})
  return copied
}

async function filesBelow(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Removes copies of the database left by a crash: those older than any backup can take. */
export async function removeLeftCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!draftName.test(name)) continue
    // Another backup may have finished meanwhile and removed its own.
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > abandonedAfter) await rm(join(folder, name), { force: true })
  }
}

const abandonedAfter = 24 * 60 * 60_000
