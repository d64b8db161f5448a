import { Refusal } from '@waypost/protocol'
import { dayMilliseconds, type Micros, microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { objectIden } from '../iden.ts'
import { filled } from '../objects.ts'
import { findStanding } from '../plan/rows.ts'
import { type Allowed, allowedBy } from '../plan/rules.ts'
import { fileKey } from '../tokens.ts'
import { picturePixels } from './picture.ts'
import {
  countFiles,
  deletePieces,
  deleteUpload,
  findUpload,
  insertUpload,
  leastFileBytes,
  markGone,
  markNamed,
  moveUpload,
  openUploads,
  savePicture,
  someUploadsOf,
  type UploadRow,
  unnamedUploads,
} from './rows.ts'
import { tooManyFiles } from './rules.ts'
import { checkStorage } from './storage-quota.ts'

export const openUploadsPerAccount = 1_000
/** In microseconds. */
const day = dayMilliseconds * 1_000
/** How long an unfinished upload is kept without activity, and how long an unreferenced file, in microseconds. */
const openFor = day
const unnamedFor = 7 * day

/** The type of the jobs that delete unfinished uploads and unreferenced files: one for all uploads that an account starts within a day. */
const expiryJob = 'uploads-expiry'
/** The type in earlier versions, which had one job per upload. */
const earlierExpiryJob = 'upload-expiry'
const slice = 50

interface Expiry {
  owner: string
  /** Days since 1970. */
  day: number
  /** The iden of the last one checked, and when the next of those is due. */
  after?: string
  next?: number
}

/** The current storage limits of an account. */
export async function allowedFor({ settings, db }: Pick<Deps, 'settings' | 'db'>, owner: string): Promise<Allowed> {
  return allowedBy(settings.now, await findStanding(db, owner), microseconds())
}

/** The row of a new upload, not yet written. */
export function newUpload(owner: string, what: Pick<UploadRow, 'kind' | 'name' | 'type' | 'size'>): UploadRow {
  const now = microseconds()
  const fresh = { iden: objectIden(owner), owner, state: 'open', created: now, touched: now, handle: null } as const
  return { ...fresh, ...what, send_key: fileKey(), file_key: fileKey(), image_width: null, image_height: null, named: 0 }
}

/** Writes an upload and reserves its size, one of an account at a time. @throws Refusal `storage_quota`, also when there are too many */
export async function beginUpload({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, upload: UploadRow, allowed: Allowed): Promise<void> {
  await db.write(async (tx) => {
    await tx.lockBoxes([upload.owner])
    await checkStorage(tx, upload.owner, allowed, Math.max(upload.size, leastFileBytes))
    if ((await countFiles(tx, upload.owner)) >= allowed.files) throw tooManyFiles(allowed)
    if ((await openUploads(tx, upload.owner)) >= openUploadsPerAccount) throw new Refusal('storage_quota', tooMany)
    await insertUpload(tx, upload)
    const { owner, created } = upload
    const payload: Expiry = { owner, day: Math.floor(created / day) }
    await jobs.add(tx, { type: expiryJob, key: `${owner} ${payload.day}`, payload, at: created + openFor })
  })
}

/** Completes an upload that has all its bytes. @throws Refusal `not_found` if it has since been deleted */
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

/** Registers the job that deletes uploads after a day without activity, and files that `release` finds unreferenced after a week. */
export function expireUploads(
  deps: Pick<Deps, 'db' | 'files' | 'jobs'>,
  release: (file: UploadRow) => Promise<'gone' | 'needed'>,
): void {
  const { db, jobs } = deps

  /** Deletes an expired upload or file. @returns when it expires, if it hasn't yet */
  async function expire(upload: UploadRow, now: Micros): Promise<number | undefined> {
    const over = upload.touched + (upload.state === 'done' ? unnamedFor : openFor)
    if (upload.state !== 'gone' && now < over) return over
    if (upload.state !== 'done') await discardUpload(deps, upload)
    else if ((await release(upload)) === 'needed') await db.write((tx) => markNamed(tx, [upload.file_key]))
    return undefined
  }

  jobs.handle<Expiry>(expiryJob, async ({ owner, day: begun, after = '', next }, _attempt, { now }) => {
    const some = await unnamedUploads(db, owner, begun * day, (begun + 1) * day, after, slice)
    let at = next
    for (const upload of some) {
      const over = await expire(upload, now)
      if (over !== undefined) at = Math.min(at ?? over, over)
    }
    const last = some.at(-1)
    if (last && some.length === slice) return { again: { owner, day: begun, after: last.iden, ...filled({ next: at }) } }
    return at === undefined ? undefined : { again: { owner, day: begun }, at }
  })
  jobs.handle<{ iden: string }>(earlierExpiryJob, async ({ iden }, _attempt, { now }) => {
    const upload = await findUpload(db, iden)
    const at = upload && upload.state !== 'done' ? await expire(upload, now) : undefined
    return at === undefined ? undefined : { again: { iden }, at }
  })
}

/** Deletes uploads and files of an account. @returns whether more are left */
export async function deleteFor(deps: Pick<Deps, 'db' | 'files'>, owner: string): Promise<boolean> {
  const some = await someUploadsOf(deps.db, owner, slice)
  for (const upload of some) await discardUpload(deps, upload)
  return some.length === slice
}

const tooMany = `This account has ${openUploadsPerAccount} unfinished uploads. Finish or abort some.`
