import {
  abortUpload,
  finishUpload,
  type Gives,
  getUpload,
  pieceBytes,
  Refusal,
  requestUpload,
  requestUploadByQuery,
  startUpload,
  type Taken,
} from '@waypost/protocol'
import type { Reader } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { filled } from '../objects.ts'
import { allowedFor, beginUpload, completeUpload, discardUpload, newUpload } from './lifecycle.ts'
import { bytesUsed, findUpload, piecesOf, saveHandle, type UploadRow } from './rows.ts'
import { checkComplete, fileNameOf, fileRefused, fileUrl, isPicture, pieceCount } from './rules.ts'

/** The calls of uploads. `receive.ts` receives the bytes, and `serve.ts` serves the files. */
export function uploadCalls(deps: Deps): Handler[] {
  const { db, files, origin } = deps

  async function request(owner: string, input: Taken<typeof requestUpload>): Promise<Gives<typeof requestUpload>> {
    const upload = newUpload(owner, { kind: 'form', name: fileNameOf(input.file_name), type: input.file_type, size: 0 })
    await beginUpload(deps, upload, await allowedFor(deps, owner))
    const { name: file_name, type: file_type, file_key: key } = upload
    return {
      file_name,
      file_type,
      file_url: fileUrl(origin(), key, file_name),
      upload_url: `${origin()}/v2/upload/${upload.send_key}`,
      data: oldFields(key, file_type),
    }
  }

  async function start(owner: string, { name, size, type }: Taken<typeof startUpload>): Promise<UploadRow> {
    const allowed = await allowedFor(deps, owner)
    if (size > allowed.fileBytes) throw fileRefused(allowed, await bytesUsed(db, owner))
    const upload = newUpload(owner, { kind: 'pieces', name: fileNameOf(name), type, size })
    await beginUpload(deps, upload, allowed)
    try {
      const handle = await files.start(upload.file_key)
      await db.write((tx) => saveHandle(tx, upload.iden, handle))
      return upload
    } catch (error) {
      await discardUpload(deps, upload)
      throw error
    }
  }

  const addressesOf = ({ iden, send_key, size }: UploadRow) => ({
    id: iden,
    piece_size: pieceBytes,
    piece_urls: Array.from({ length: pieceCount(size) }, (_, index) => `${origin()}/v3/upload/${send_key}/${index}`),
  })

  return [
    handle(requestUpload, (input, { caller }) => request(caller.account.iden, input)),
    handle(requestUploadByQuery, (input, { caller }) => request(caller.account.iden, input)),
    handle(startUpload, async (input, { caller }) => addressesOf(await start(caller.account.iden, input))),
    handle(getUpload, async ({ id }, { caller }) => {
      const upload = await findPieces(db, caller.account.iden, id)
      const done = upload.state === 'done' ? range(pieceCount(upload.size)) : await donePieces(db, id)
      return { ...addressesOf(upload), pieces_done: done }
    }),
    handle(finishUpload, async ({ id }, { caller }) => {
      const upload = await findPieces(db, caller.account.iden, id)
      // A retry after a lost response.
      if (upload.state === 'done') return finished(upload, origin())
      const pieces = await piecesOf(db, id)
      checkComplete(
        pieceCount(upload.size),
        pieces.map(({ piece }) => piece),
      )
      await files.finish(
        upload.handle as string,
        pieces.map(({ tag }) => tag),
      )
      return finished(await completeUpload(deps, upload, upload.size), origin())
    }),
    handle(abortUpload, async ({ id }, { caller }) => {
      const upload = await findPieces(db, caller.account.iden, id)
      if (upload.state === 'done') throw new Refusal('not_found')
      await discardUpload(deps, upload)
      return {}
    }),
  ]
}

/** Programs that once uploaded to Amazon S3 post these fields before the file; ignored. In alphabetical order, as some post by position. */
function oldFields(key: string, type: string) {
  return { acl: 'public-read', awsaccesskeyid: 'waypost', 'content-type': type, key, policy: 'none', signature: 'none' }
}

async function findPieces(reader: Reader, owner: string, iden: string): Promise<UploadRow> {
  const upload = await findUpload(reader, iden)
  const known = upload?.owner === owner && upload.kind === 'pieces' && upload.handle !== null && upload.state !== 'gone'
  if (!known) throw new Refusal('not_found')
  return upload
}

const donePieces = async (reader: Reader, iden: string) => (await piecesOf(reader, iden)).map(({ piece }) => piece)
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

function finished(upload: UploadRow, origin: string): Gives<typeof finishUpload> {
  const url = fileUrl(origin, upload.file_key, upload.name)
  return {
    file_name: upload.name,
    file_type: upload.type,
    file_url: url,
    ...(isPicture(upload.type)
      ? { image_url: url, ...filled({ image_width: upload.image_width, image_height: upload.image_height }) }
      : {}),
  }
}
