import type { Change } from '../change.ts'
import type { Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { noteNamed } from '../upload/named.ts'
import { findFile, findKey, forgetFile, markGone, markUnnamedGone, type UploadRow } from '../upload/rows.ts'
import { fileUrl, isPicture, keyOfUrl } from '../upload/rules.ts'
import type { PushRow } from './row.ts'
import { isFileNeeded } from './rows.ts'

/** The type of the jobs that delete the file of a deleted push, unless something else refers to it. */
const releaseJob = 'file-release'

interface Release {
  key: string
  url: string
}

/** Corrects the file fields of a new push that refers to a file of this server, and records the files that it refers to. */
export async function withFile(tx: Change, origin: string, push: PushRow): Promise<PushRow> {
  const texts = Object.values(push).filter((value) => typeof value === 'string' && value.includes('files'))
  if (texts.length > 0) await noteNamed(tx, texts.join('\n'))
  return withPicture(tx, origin, await withOwnFile(tx, origin, push))
}

/** A picture on this server has its measured size, whatever the sender claims. */
async function withPicture(tx: Change, origin: string, push: PushRow): Promise<PushRow> {
  const key = push.image_url === null || push.image_url === push.file_url ? undefined : keyOfUrl(origin, push.image_url)
  const file = key === undefined ? undefined : await findFile(tx, key)
  return file ? { ...push, image_width: file.image_width, image_height: file.image_height } : push
}

async function withOwnFile(tx: Change, origin: string, push: PushRow): Promise<PushRow> {
  const key = push.file_url === null ? undefined : keyOfUrl(origin, push.file_url)
  if (key === undefined) return push
  // Otherwise a job could delete the file at the same moment.
  await tx.lock(fileLock(key))
  const file = await findFile(tx, key)
  if (!file) return push
  const url = fileUrl(origin, key, file.name)
  const size = { image_width: file.image_width, image_height: file.image_height }
  return {
    ...push,
    file_url: url,
    file_size: file.size,
    file_name: push.file_name ?? file.name,
    file_type: push.file_type ?? file.type,
    // A file of another type may still be drawn as a picture, so its size is included anyway.
    image_url: isPicture(file.type) ? url : null,
    ...size,
  }
}

/** Adds the job that deletes the file of a deleted push if nothing else refers to it. */
export async function releaseFile(tx: Writer, jobs: Jobs, origin: string, push: Pick<PushRow, 'file_url'>): Promise<void> {
  const key = push.file_url === null ? undefined : keyOfUrl(origin, push.file_url)
  if (key === undefined) return
  await jobs.add(tx, { type: releaseJob, key, payload: { key, url: push.file_url as string } satisfies Release })
}

/** Registers the job that deletes unreferenced files; returns a function that deletes a file now unless something refers to it. */
export function releaseFiles({ db, files, jobs, origin }: Pick<Deps, 'db' | 'files' | 'jobs' | 'origin'>) {
  async function release(key: string, url: string, unlessNamed = false): Promise<'gone' | 'needed'> {
    const goes = await db.write(async (tx) => {
      await tx.lock(fileLock(key))
      const file = await findKey(tx, key)
      if (file?.state !== 'done') return file?.state === 'gone'
      if (await isFileNeeded(tx, file.owner, key, url)) return false
      return (await (unlessNamed ? markUnnamedGone(tx, key) : markGone(tx, key))) > 0
    })
    if (!goes) return 'needed'
    await files.remove(key)
    await db.write((tx) => forgetFile(tx, key))
    return 'gone'
  }

  jobs.handle<Release>(releaseJob, async ({ key, url }) => void (await release(key, url)))
  return ({ file_key, name }: UploadRow) => release(file_key, fileUrl(origin(), file_key, name), true)
}

const fileLock = (key: string) => `file ${key}`
