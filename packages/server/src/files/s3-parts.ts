import type { Readable } from 'node:stream'
import { pieceBytes } from '@waypost/protocol'
import { atMost, inBlocks } from './chunks.ts'
import { element, S3Error, type S3Wire } from './s3-wire.ts'

/** Writes a file, in parts if it is longer than one, and returns its size in bytes. @throws Refusal beyond `most` bytes */
export async function writeInParts(wire: S3Wire, name: string, stream: Readable, most: number): Promise<number> {
  let size = 0
  let id: string | undefined
  let held: Buffer = Buffer.alloc(0)
  const tags: string[] = []
  try {
    // One block behind, because a single block is uploaded without parts.
    for await (const block of inBlocks(atMost(stream, most), pieceBytes)) {
      if (size > 0) {
        id ??= await begin(wire, name)
        tags.push(await sendPart(wire, name, id, tags.length, held, held.length))
      }
      held = block
      size += block.length
    }
    if (id === undefined) await put(wire, name, held)
    else await complete(wire, name, id, [...tags, await sendPart(wire, name, id, tags.length, held, held.length)])
    return size
  } catch (error) {
    if (id !== undefined) await giveUp(wire, name, id).catch(() => {})
    throw error
  }
}

/** Writes a file as a whole. */
export const put = (wire: S3Wire, name: string, body: Buffer) =>
  wire.tell('PUT', name, { body, headers: { 'content-length': String(body.length) } })

/** Begins a multipart upload. @returns its id */
export async function begin(wire: S3Wire, name: string): Promise<string> {
  const id = element(await wire.askText('POST', name, { query: { uploads: '' } }), 'UploadId')
  if (!id) throw new Error('The file store began an upload without naming it.')
  return id
}

/** Uploads one part. @returns its tag */
export async function sendPart(
  wire: S3Wire,
  name: string,
  id: string,
  index: number,
  body: Buffer | AsyncIterable<Buffer>,
  size: number,
): Promise<string> {
  const { etag } = await wire.tell('PUT', name, {
    query: { partNumber: String(index + 1), uploadId: id },
    headers: { 'content-length': String(size) },
    body: size === 0 ? '' : body,
  })
  if (typeof etag !== 'string') throw new Error('The file store took a piece without tagging it.')
  return etag
}

/** Makes one file of the parts. @param tags of all parts, in order */
export async function complete(wire: S3Wire, name: string, id: string, tags: readonly string[]): Promise<void> {
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  await wire.askText('POST', name, { query: { uploadId: id }, headers: { 'content-type': 'application/xml' }, body })
}

/** Deletes an upload and its parts. */
export async function giveUp(wire: S3Wire, name: string, id: string): Promise<void> {
  try {
    await wire.tell('DELETE', name, { query: { uploadId: id } })
  } catch (error) {
    // Already deleted, or left to a lifecycle rule of the bucket.
    if (!(error instanceof S3Error) || ![404, 405, 501].includes(error.status)) throw error
  }
}
