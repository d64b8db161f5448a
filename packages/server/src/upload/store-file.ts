// Stores a file that is the whole body of a request, as one of an account's files.

import type { Readable } from 'node:stream'
import { Refusal } from '@waypost/protocol'
import type { Deps } from '../deps.ts'
import { allowedFor, beginUpload, completeUpload, discardUpload, newUpload } from './lifecycle.ts'
import { bytesUsed, leastFileBytes, moveUpload, type UploadRow } from './rows.ts'
import { fileNameOf, fileRefused, storageFull } from './rules.ts'
import { checkStorage } from './storage-quota.ts'

/** The maximum bytes of a file in a single request: if it is interrupted, the whole file has to be sent again. */
export const bytesInOneRequest = 100 * 2 ** 20

/**
 * Stores a file of at most `bytesInOneRequest` within its owner's storage, completely or not at all.
 * @throws Refusal `file_too_big`, `storage_quota`, or the error of the stream
 */
export async function storeFile(
  deps: Pick<Deps, 'db' | 'jobs' | 'files' | 'settings'>,
  owner: string,
  { name, type }: { name: string; type: string },
  body: Readable,
  announced: number | undefined,
): Promise<UploadRow> {
  const { db, files } = deps
  const planned = await allowedFor(deps, owner)
  const allowed = { ...planned, fileBytes: Math.min(planned.fileBytes, bytesInOneRequest) }
  if (announced !== undefined && announced > allowed.fileBytes) throw fileRefused(allowed, await bytesUsed(db, owner))
  const upload = newUpload(owner, { kind: 'form', name: fileNameOf(name), type, size: 0 })
  await beginUpload(deps, upload, allowed)
  try {
    const { most, used } = await db.write(async (tx) => {
      await tx.lockBoxes([owner])
      const used = await checkStorage(tx, owner, allowed, 0)
      const room = allowed.storageBytes - used + leastFileBytes
      const most = Math.min(allowed.fileBytes, room, announced ?? Number.POSITIVE_INFINITY)
      if (!(await moveUpload(tx, upload, 'open', 'writing', most))) throw new Refusal('not_found')
      return { most, used }
    })
    const size = await files.write(upload.file_key, body, most).catch((error) => {
      if (!(error instanceof Refusal) || error.code !== 'file_too_big') throw error
      throw most < allowed.fileBytes ? storageFull(allowed, used) : fileRefused(allowed, used)
    })
    return await completeUpload(deps, { ...upload, state: 'writing' }, size)
  } catch (error) {
    await discardUpload(deps, upload)
    throw error
  }
}
