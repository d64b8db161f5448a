import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Account } from '../account/rows.ts'
import { countFitting } from '../db/pages.ts'
import type { SyncedTable } from '../db/synced-table.ts'
import type { Deps } from '../deps.ts'
import { hideIn } from '../http/rights/hide.ts'
import { filesAfter, type UploadRow } from '../upload/rows.ts'
import { permanentAfter } from './rows.ts'

/** Rows that are held in memory at a time. */
const slice = 500

/**
 * All data of an account as a zip: a list of each type of object, as the API shows them, and the files. It is generated while it is read.
 */
export function archiveOf(
  { db, files, showAccount }: Pick<Deps, 'db' | 'files' | 'showAccount'>,
  account: Account,
  syncedTables: readonly SyncedTable[],
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as unknown as Readable
  zip.on('error', (error) => output.destroy(error))
  // The reader gets the error too, but may not have started yet.
  output.on('error', () => {})
  let reading: Readable | undefined
  output.once('close', () => reading?.destroy())

  function add(name: string, open: () => Promise<Readable>, compress = true): void {
    zip.addReadStreamLazy(name, { compress, forceZip64Format: true }, (take) => {
      open().then(
        (stream) => {
          stream.on('error', (error) => output.destroy(error))
          reading = stream
          if (output.destroyed) stream.destroy()
          take(null, stream)
        },
        (error) => take(error, Readable.from([])),
      )
    })
  }
  const addText = (name: string, text: () => AsyncGenerator<string>) =>
    add(`${name}.json`, async () => Readable.from(bytesOf(text()), { objectMode: false }))

  addText('account', async function* () {
    yield JSON.stringify(await showAccount(account), null, 2)
  })
  for (const box of syncedTables) addText(box.type, () => listOf(objectsIn(box)))
  addText('permanents', () => listOf(permanents()))

  async function* objectsIn(box: SyncedTable): AsyncGenerator<string> {
    let after = -1
    for (;;) {
      // Of long rows, only as many as fit into a page of a list.
      const count = box.long.length > 0 ? await countFitting(db, box.measure(account.iden, after, slice), slice) : slice
      const { sql, values } = box.changedAfter(account.iden, after, count)
      const rows = await db.all<Parameters<typeof box.object>[0]>(sql, values)
      for (const row of rows) if (row.active) yield JSON.stringify(hideIn(box.type, box.object(row, account), 'export'))
      if (rows.length === 0) return
      after = rows.at(-1)?.modified as number
    }
  }

  async function* permanents(): AsyncGenerator<string> {
    let key = ''
    for (;;) {
      const next = await permanentAfter(db, account.iden, key)
      if (!next) return
      yield `{"key":${JSON.stringify(next.key)},"data":${next.data}}`
      key = next.key
    }
  }

  /** Files are numbered, because two may have the same name. */
  async function addFiles(): Promise<void> {
    let after = ''
    for (let number = 1; ; ) {
      const some = await filesAfter(db, account.iden, after, slice)
      for (const file of some) add(`files/${number++}-${nameInZip(file)}`, () => open(file), false)
      if (some.length < slice) return
      after = some.at(-1)?.iden as string
    }
  }

  async function open({ file_key }: UploadRow): Promise<Readable> {
    // Deleted since the list was read.
    return (await files.read(file_key))?.stream ?? Readable.from([])
  }

  addFiles().then(
    () => zip.end(),
    (error) => output.destroy(error),
  )
  return output
}

async function* listOf(elements: AsyncGenerator<string>): AsyncGenerator<string> {
  let between = '[\n'
  for await (const element of elements) {
    yield between + element
    between = ',\n'
  }
  yield between === '[\n' ? '[]\n' : '\n]\n'
}

async function* bytesOf(texts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}

const nameInZip = ({ name }: UploadRow) => name.replace(/[\p{Cc}<>:"|?*]/gu, '_').slice(-200)
