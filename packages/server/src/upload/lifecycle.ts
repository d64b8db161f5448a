// Begins, completes, expires and deletes uploads.

import { Refusal } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { objectIden } from '../iden.ts'
import { findStanding } from '../plan/rows.ts'
import { type Allowed, allowedBy } from '../plan/rules.ts'
import { fileKey } from '../tokens.ts'
import { picturePixels } from './picture.ts'
import {
  deletePieces,
  deleteUpload,
  findUpload,
  insertUpload,
  markGone,
  moveUpload,
  openUploads,
  savePicture,
  someUploadsOf,
  type UploadRow,
} from './rows.ts'
import { checkStorage } from './storage-quota.ts'

export const openUploadsPerAccount = 1_000
/** How long an unfinished upload is kept without activity. */
const openUploadMilliseconds = 24 * 60 * 60_000

/** The type of the jobs that delete unfinished uploads. */
const expiryJob = 'upload-expiry'
/** Uploads that one call of `deleteFor` deletes at most. */
const slice = 50

/** The current storage limits of an account. */
export async function allowedFor({ settings, db }: Pick<Deps, 'settings' | 'db'>, owner: string): Promise<Allowed> {
  return allowedBy(settings.now, await findStanding(db, owner), microseconds())
}

/** The row of a new upload, which is not written yet. */
export function newUpload(owner: string, what: Pick<UploadRow, 'kind' | 'name' | 'type' | 'size'>): UploadRow {
  const now = microseconds()
  const fresh = { iden: objectIden(owner), owner, state: 'open', created: now, touched: now, handle: null } as const
  return { ...fresh, ...what, send_key: fileKey(), file_key: fileKey(), image_width: null, image_height: null }
}

/**
 * Writes an upload and reserves its announced size, one upload of an account at a time.
 * @throws Refusal `storage_quota`, also when too many are open
 */
export async function beginUpload({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, upload: UploadRow, allowed: Allowed): Promise<void> {
  await db.write(async (tx) => {
    await tx.lockBoxes([upload.owner])
    await checkStorage(tx, upload.owner, allowed, Math.max(upload.size, 1))
    if ((await openUploads(tx, upload.owner)) >= openUploadsPerAccount) throw new Refusal('storage_quota', tooMany)
    await insertUpload(tx, upload)
    await jobs.add(tx, {
      type: expiryJob,
      key: upload.iden,
      payload: { iden: upload.iden },
      at: upload.created + openUploadMilliseconds * 1_000,
    })
  })
}

/** Completes an upload that has all its bytes. @throws Refusal `not_found` when it was deleted meanwhile */
export async function completeUpload(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  upload: UploadRow,
  size: number,
): Promise<UploadRow> {
  const pixels = await picturePixels(files, upload, size)
  const done = await db.write(async (tx) => {
    if (pixels) await savePicture(tx, upload.iden, pixels.width, pixels.height)
    if (!(await moveUpload(tx, upload, upload.state, 'done', size))) return findUpload(tx, upload.iden)
    await deletePieces(tx, upload.iden)
    return findUpload(tx, upload.iden)
  })
  if (done?.state === 'done') return done
  await files.remove(upload.file_key)
  throw new Refusal('not_found')
}

/** Deletes an upload or a file. After a crash its state is `gone`, and the deletion is retried. */
export async function discardUpload({ db, files }: Pick<Deps, 'db' | 'files'>, upload: UploadRow): Promise<void> {
  await db.write((tx) => markGone(tx, upload.file_key))
  if (upload.handle !== null) await files.abort(upload.handle)
  await files.remove(upload.file_key)
  await db.write((tx) => deleteUpload(tx, upload.iden))
}

/** Registers the job that deletes uploads without activity for a day. */
export function expireUploads(deps: Pick<Deps, 'db' | 'files' | 'jobs'>): void {
  deps.jobs.handle<{ iden: string }>(expiryJob, async ({ iden }, _attempt, { now }) => {
    const upload = await findUpload(deps.db, iden)
    if (!upload || upload.state === 'done') return undefined
    const over = upload.touched + openUploadMilliseconds * 1_000
    if (upload.state !== 'gone' && now < over) return { again: { iden }, at: over }
    await discardUpload(deps, upload)
    return undefined
  })
}

/** Deletes uploads and files of an account. @returns whether more are left */
export async function deleteFor(deps: Pick<Deps, 'db' | 'files'>, owner: string): Promise<boolean> {
  const some = await someUploadsOf(deps.db, owner, slice)
  for (const upload of some) await discardUpload(deps, upload)
  return some.length === slice
}

const tooMany = `This account has ${openUploadsPerAccount} unfinished uploads. Finish or abort some.`
