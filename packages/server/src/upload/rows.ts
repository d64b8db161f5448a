import { microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'

/** A file, or what is on its way to become one. */
export interface UploadRow {
  iden: string
  owner: string
  kind: 'form' | 'pieces' | 'export'
  /** `writing`: a form is being sent; `gone`: it is being thrown away. */
  state: 'open' | 'writing' | 'done' | 'gone'
  created: number
  /** When something of it last arrived, in microseconds. */
  touched: number
  name: string
  type: string
  /** Bytes; reserved while it is not done. */
  size: number
  /** The secret in the address that it is sent to. */
  send_key: string
  /** The secret in the address that it is fetched from, and its name in the store of files. */
  file_key: string
  /** What the store of files calls it while its pieces arrive. */
  handle: string | null
  image_width: number | null
  image_height: number | null
}

export const findUpload = (reader: Reader, iden: string) => reader.one<UploadRow>('SELECT * FROM upload WHERE iden = $1', [iden])

export const findUploadBySendKey = (reader: Reader, key: string) =>
  reader.one<UploadRow>('SELECT * FROM upload WHERE send_key = $1', [key])

/** A file that can be fetched. */
export const findFile = (reader: Reader, key: string) =>
  reader.one<UploadRow>(`SELECT * FROM upload WHERE file_key = $1 AND state = 'done'`, [key])

/** Whatever has a file's key, also what is not there yet or no more. */
export const findKey = (reader: Reader, key: string) => reader.one<UploadRow>('SELECT * FROM upload WHERE file_key = $1', [key])

/** Finished files of an account that it sent, from behind a key on. */
export const filesAfter = (reader: Reader, owner: string, after: string, limit: number) =>
  reader.all<UploadRow>(
    `SELECT * FROM upload WHERE owner = $1 AND kind <> 'export' AND state = 'done' AND iden > $2 ORDER BY iden LIMIT $3`,
    [owner, after, limit],
  )

/** Whatever an account has uploaded or begun to. */
export const someUploadsOf = (reader: Reader, owner: string, limit: number) =>
  reader.all<UploadRow>('SELECT * FROM upload WHERE owner = $1 LIMIT $2', [owner, limit])

/** Bytes that an account's files take, and those that are reserved for what is on its way. An export of everything is no second everything. */
export async function bytesUsed(reader: Reader, owner: string): Promise<number> {
  const row = await reader.one<{ bytes: number | string }>(
    `SELECT (SELECT COALESCE(SUM(size), 0) FROM upload WHERE owner = $1 AND kind IN ('form', 'pieces'))
       + (SELECT COALESCE(SUM(bytes), 0) FROM push WHERE payer = $1 AND active = 1) AS bytes`,
    [owner],
  )
  return Number(row?.bytes ?? 0)
}

export async function openUploads(reader: Reader, owner: string): Promise<number> {
  const row = await reader.one<{ count: number | string }>(
    `SELECT COUNT(*) AS count FROM upload WHERE owner = $1 AND state <> 'done'`,
    [owner],
  )
  return Number(row?.count ?? 0)
}

export const insertUpload = (tx: Writer, upload: UploadRow) =>
  tx.run(insert, [
    upload.iden,
    upload.owner,
    upload.kind,
    upload.state,
    upload.created,
    upload.touched,
    upload.name,
    upload.type,
    upload.size,
    upload.send_key,
    upload.file_key,
    upload.handle,
    upload.image_width,
    upload.image_height,
  ])

/** Moves an upload from one state on to another. @returns whether it was in the first one */
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

/** Says that a file is being thrown away, so that nobody is given it any more. */
export const markGone = (tx: Writer, key: string) => tx.run(`UPDATE upload SET state = 'gone' WHERE file_key = $1`, [key])

export const forgetFile = (tx: Writer, key: string) => tx.run(`DELETE FROM upload WHERE file_key = $1 AND state = 'gone'`, [key])

/** The pieces that are here, in their order. */
export const piecesOf = (reader: Reader, upload: string) =>
  reader.all<{ piece: number; tag: string }>('SELECT piece, tag FROM upload_piece WHERE upload = $1 ORDER BY piece', [upload])

/** Notes that a piece is here, unless its upload is over. @returns whether it was noted */
export async function savePiece(tx: Writer, upload: string, piece: number, tag: string): Promise<boolean> {
  const open = await tx.run(`UPDATE upload SET touched = $2 WHERE iden = $1 AND state = 'open'`, [upload, microseconds()])
  if (open === 0) return false
  await tx.run(
    'INSERT INTO upload_piece (upload, piece, tag) VALUES ($1, $2, $3) ON CONFLICT (upload, piece) DO UPDATE SET tag = $3',
    [upload, piece, tag],
  )
  return true
}

export const deletePieces = (tx: Writer, upload: string) => tx.run('DELETE FROM upload_piece WHERE upload = $1', [upload])

const insert = `
  INSERT INTO upload (iden, owner, kind, state, created, touched, name, type, size, send_key, file_key, handle, image_width,
    image_height)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`
