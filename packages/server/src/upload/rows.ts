import { type Micros, microseconds } from '../change.ts'
import type { Query, Reader, Writer } from '../db/db.ts'
import { bytesInTables } from '../db/room/room.ts'
import { countRows, insertRow, saveRow } from '../db/write-row.ts'

/** A file, or an unfinished upload. */
export interface UploadRow {
  iden: string
  owner: string
  kind: 'form' | 'pieces' | 'export'
  /** `writing`: a form is being received; `gone`: the file is being deleted. */
  state: 'open' | 'writing' | 'done' | 'gone'
  created: Micros
  /** When data last arrived, in microseconds. */
  touched: number
  name: string
  type: string
  /** Bytes; reserved until the upload is done. */
  size: number
  /** The secret in its upload URL. */
  send_key: string
  /** The secret in its download URL, and its name in the file store. */
  file_key: string
  /** The handle of the file store while pieces arrive. */
  handle: string | null
  image_width: number | null
  image_height: number | null
  /** 0 while nothing is known to name the file. */
  named: 0 | 1
}

export const findUpload = (reader: Reader, iden: string) => reader.one<UploadRow>('SELECT * FROM upload WHERE iden = $1', [iden])

export const findUploadBySendKey = (reader: Reader, key: string) =>
  reader.one<UploadRow>('SELECT * FROM upload WHERE send_key = $1', [key])

/** A finished file. */
export const findFile = (reader: Reader, key: string) =>
  reader.one<UploadRow>(`SELECT * FROM upload WHERE file_key = $1 AND state = 'done'`, [key])

/** The upload with a file's key, in any state. */
export const findKey = (reader: Reader, key: string) => reader.one<UploadRow>('SELECT * FROM upload WHERE file_key = $1', [key])

/** Finished files that an account uploaded, starting after a given iden. */
export const filesAfter = (reader: Reader, owner: string, after: string, limit: number) =>
  reader.all<UploadRow>(
    `SELECT * FROM upload WHERE owner = $1 AND kind <> 'export' AND state = 'done' AND iden > $2 ORDER BY iden LIMIT $3`,
    [owner, after, limit],
  )

/** Uploads of an account, in any state. */
export const someUploadsOf = (reader: Reader, owner: string, limit: number) =>
  reader.all<UploadRow>('SELECT * FROM upload WHERE owner = $1 LIMIT $2', [owner, limit])

/** The minimum size that a file counts for: its disk block and its row. */
export const leastFileBytes = 4_096 + 512

/** SQL for the bytes that an account's files count for. Exports don't count. */
export const fileBytes = (account: string) =>
  `(SELECT COALESCE(SUM(${bytesOfFile}), 0) FROM upload WHERE owner = ${account} AND kind IN ('form', 'pieces'))`

/** SQL for the bytes that a file counts for. */
export const bytesOfFile = `CASE WHEN size > ${leastFileBytes} THEN size ELSE ${leastFileBytes} END`

/** SQL for the bytes of the pushes that an account pays for, in its own box and in other boxes. */
export const pushBytes = (account: string) =>
  `(SELECT COALESCE(SUM(bytes), 0) FROM push WHERE owner = ${account} AND payer = ${account})
     + (SELECT COALESCE(SUM(bytes), 0) FROM push WHERE payer = ${account} AND payer <> owner)`

/** SQL for the bytes of an account's other data. Sign-ins and emails don't count. */
export const otherBytes = (account: string) =>
  `(SELECT COALESCE(SUM(bytes), 0) FROM scheduled_push WHERE owner = ${account} AND active = 1)
     + (SELECT COALESCE(SUM(bytes), 0) FROM permanent WHERE owner = ${account})
     + ${bytesInTables(counted, account)}`

/** The tables with a `room`. */
const counted = [
  'app_grant',
  'block',
  'channel',
  'chat',
  'client',
  'contact',
  'device',
  'draft',
  'source',
  'subscription',
  'text_message',
].map((table) => ({ table }))

const usageSql = `SELECT ${fileBytes('$1')} + ${pushBytes('$1')} + ${otherBytes('$1')} AS bytes`

/** The query of `bytesUsed`. */
export const usage = (owner: string): Query => ({ sql: usageSql, values: [owner] })

/** The bytes of an account's pushes, files (including reserved bytes of unfinished uploads) and other rows. Exports don't count. */
export async function bytesUsed(reader: Reader, owner: string): Promise<number> {
  const { sql, values } = usage(owner)
  const row = await reader.one<{ bytes: number | string }>(sql, values)
  return Number(row?.bytes ?? 0)
}

export const openUploads = (reader: Reader, owner: string) =>
  countRows(reader, "FROM upload WHERE owner = $1 AND state <> 'done'", [owner])

/** The number of an account's files, including unfinished ones. Exports don't count. */
export const countFiles = (reader: Reader, owner: string) =>
  countRows(reader, "FROM upload WHERE owner = $1 AND kind IN ('form', 'pieces')", [owner])

/** Uploads and files of an account without known references, started within a period, after a given one. */
export const unnamedUploads = (reader: Reader, owner: string, from: number, until: number, after: string, limit: number) =>
  reader.all<UploadRow>(
    `SELECT * FROM upload WHERE named = 0 AND owner = $1 AND created >= $2 AND created < $3 AND iden > $4 ORDER BY iden LIMIT $5`,
    [owner, from, until, after, limit],
  )

/** Marks finished files as referenced. */
export const markNamed = (tx: Writer, keys: readonly string[]) =>
  tx.run(
    `UPDATE upload SET named = 1 WHERE named = 0 AND state = 'done' AND file_key IN (${keys.map((_, index) => `$${index + 1}`).join(', ')})`,
    [...keys],
  )

/** Marks all finished files of an account as possibly referenced. */
export const markNamedOf = (tx: Writer, owner: string) =>
  tx.run(`UPDATE upload SET named = 1 WHERE named = 0 AND state = 'done' AND owner = $1`, [owner])

export const insertUpload = (tx: Writer, upload: UploadRow) => insertRow(tx, 'upload', upload)

/** Moves an upload from one state to another. @returns false if it was not in the first state */
export async function moveUpload(
  tx: Writer,
  { iden }: Pick<UploadRow, 'iden'>,
  from: UploadRow['state'],
  to: UploadRow['state'],
  size?: number,
): Promise<boolean> {
  const set = size === undefined ? '' : ', size = $5'
  const values = [iden, from, to, microseconds(), ...(size === undefined ? [] : [size])]
  return (await tx.run(`UPDATE upload SET state = $3, touched = $4${set} WHERE iden = $1 AND state = $2`, values)) === 1
}

export const saveHandle = (tx: Writer, iden: string, handle: string) =>
  tx.run('UPDATE upload SET handle = $2 WHERE iden = $1', [iden, handle])

export const savePicture = (tx: Writer, iden: string, width: number, height: number) =>
  tx.run('UPDATE upload SET image_width = $2, image_height = $3 WHERE iden = $1', [iden, width, height])

export async function deleteUpload(tx: Writer, iden: string): Promise<void> {
  await deletePieces(tx, iden)
  await tx.run('DELETE FROM upload WHERE iden = $1', [iden])
}

/** Marks a file as being deleted; it is no longer served. */
export const markGone = (tx: Writer, key: string) => tx.run(`UPDATE upload SET state = 'gone' WHERE file_key = $1`, [key])

/** The same for a file without known references. */
export const markUnnamedGone = (tx: Writer, key: string) =>
  tx.run(`UPDATE upload SET state = 'gone' WHERE file_key = $1 AND named = 0`, [key])

export const forgetFile = (tx: Writer, key: string) => tx.run(`DELETE FROM upload WHERE file_key = $1 AND state = 'gone'`, [key])

/** The pieces that have arrived, in order. */
export const piecesOf = (reader: Reader, upload: string) =>
  reader.all<{ piece: number; tag: string }>('SELECT piece, tag FROM upload_piece WHERE upload = $1 ORDER BY piece', [upload])

/** Records a piece, unless its upload is no longer open. @returns whether it was recorded */
export async function savePiece(tx: Writer, upload: string, piece: number, tag: string): Promise<boolean> {
  const open = await tx.run(`UPDATE upload SET touched = $2 WHERE iden = $1 AND state = 'open'`, [upload, microseconds()])
  if (open === 0) return false
  await saveRow(tx, 'upload_piece', 'upload, piece', { upload, piece, tag })
  return true
}

export const deletePieces = (tx: Writer, upload: string) => tx.run('DELETE FROM upload_piece WHERE upload = $1', [upload])
