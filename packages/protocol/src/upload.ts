import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { iden, nameLength, plainName, text, whole } from './wire/field.ts'

/** Bytes in one piece of an upload. */
export const pieceBytes = 5_242_880

/** Maximum file size without a plan limit (48.8 GB): file stores accept at most 10,000 pieces. */
export const largestFileBytes = 10_000 * pieceBytes

/** A name without visible characters is valid too: the server calls such a file `file`. */
const fileName = v.pipe(text(nameLength), v.minLength(1), v.transform(plainName))
const fileType = v.optional(text(nameLength), 'application/octet-stream')

const uploadRequest = {
  takes: v.object({ file_name: fileName, file_type: fileType }),
  gives: v.object({
    file_name: v.string(),
    file_type: v.string(),
    file_url: v.string(),
    upload_url: v.string(),
    /** Form fields that old programs post before the file. They expect these names; none are required. */
    data: v.object({
      acl: v.string(),
      awsaccesskeyid: v.string(),
      'content-type': v.string(),
      key: v.string(),
      policy: v.string(),
      signature: v.string(),
    }),
  }),
  who: 'account',
  scope: 'files',
  refuses: ['storage_quota'],
} as const

export const requestUpload = defineCall({
  name: 'requestUpload',
  method: 'POST',
  path: '/v2/upload-request',
  does: 'Returns a URL to upload a file to, as a multipart part named `file`; the upload returns 204.',
  ...uploadRequest,
})

export const requestUploadByQuery = defineCall({
  name: 'requestUploadByQuery',
  method: 'GET',
  path: '/v2/upload-request',
  does: 'The same as `requestUpload`, for old programs, which send its fields in the query.',
  ...uploadRequest,
})

export const startUpload = defineCall({
  name: 'startUpload',
  method: 'POST',
  path: '/v3/start-upload',
  does: 'Starts an upload in pieces. The pieces may be sent in any order, in parallel, and repeatedly.',
  takes: v.object({ name: fileName, size: whole(0, Number.MAX_SAFE_INTEGER), type: fileType }),
  gives: v.object({ id: v.string(), piece_size: v.number(), piece_urls: v.array(v.string()) }),
  who: 'account',
  scope: 'files',
  refuses: ['file_too_big', 'storage_quota'],
})

export const getUpload = defineCall({
  name: 'getUpload',
  method: 'POST',
  path: '/v3/get-upload',
  does: 'Returns the indexes of the received pieces, so that an upload can be resumed.',
  takes: v.object({ id: iden }),
  gives: v.object({ id: v.string(), piece_size: v.number(), piece_urls: v.array(v.string()), pieces_done: v.array(v.number()) }),
  who: 'account',
  scope: 'files',
  refuses: ['not_found'],
})

export const finishUpload = defineCall({
  name: 'finishUpload',
  method: 'POST',
  path: '/v3/finish-upload',
  does: 'Creates the file from its pieces, once all have been received.',
  takes: v.object({ id: iden }),
  gives: v.object({
    file_name: v.string(),
    file_type: v.string(),
    file_url: v.string(),
    image_url: v.optional(v.string()),
    image_width: v.optional(v.number()),
    image_height: v.optional(v.number()),
  }),
  who: 'account',
  scope: 'files',
  refuses: ['not_found', 'upload_incomplete'],
})

export const abortUpload = defineCall({
  name: 'abortUpload',
  method: 'POST',
  path: '/v3/abort-upload',
  does: 'Cancels an upload and deletes its pieces.',
  takes: v.object({ id: iden }),
  who: 'account',
  scope: 'files',
  refuses: ['not_found'],
})
