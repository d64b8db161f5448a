// Implements the file store with an S3 bucket.

import { Readable } from 'node:stream'
import { pieceBytes, Refusal } from '@waypost/protocol'
import { atMost, exactly, inBlocks } from './chunks.ts'
import { checkName, type Files, handleOf, readHandle } from './files.ts'
import { type Bucket, element, S3Error, S3Wire } from './s3-wire.ts'

/**
 * Keeps files in a bucket of an S3 store. Pieces are the parts of a multipart upload, which must have at least
 * 5 MiB; this determines their size.
 * Uploads that are never finished must be deleted by a rule of the bucket (docs/scaling.md).
 * @throws S3Error when the bucket cannot be used, or the error of the network
 */
export async function openS3(bucket: Bucket): Promise<Files> {
  const wire = new S3Wire(bucket)
  try {
    await wire.tell('HEAD', undefined)
  } catch (error) {
    await wire.close()
    throw error
  }

  async function begin(name: string): Promise<string> {
    const id = element(await wire.askText('POST', name, { query: { uploads: '' } }), 'UploadId')
    if (!id) throw new Error('The file store began an upload without naming it.')
    return id
  }

  /** Sends one part. @returns its tag */
  async function part(
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

  async function complete(name: string, id: string, tags: readonly string[]): Promise<void> {
    const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    await wire.askText('POST', name, { query: { uploadId: id }, headers: { 'content-type': 'application/xml' }, body })
  }

  const put = (name: string, body: Buffer) => wire.tell('PUT', name, { body, headers: { 'content-length': String(body.length) } })
  async function giveUp(name: string, id: string): Promise<void> {
    try {
      await wire.tell('DELETE', name, { query: { uploadId: id } })
    } catch (error) {
      // Already deleted, or left to a lifecycle rule of the bucket.
      if (!(error instanceof S3Error) || ![404, 405, 501].includes(error.status)) throw error
    }
  }

  const sizeOf = async (name: string) => {
    const headers = await unlessMissing(wire.tell('HEAD', name))
    return headers && Number(headers['content-length'])
  }

  return {
    async write(name, stream, most) {
      checkName(name)
      let size = 0
      let id: string | undefined
      let held: Buffer = Buffer.alloc(0)
      const tags: string[] = []
      try {
        // One block behind, because a single block is uploaded without parts.
        for await (const block of inBlocks(atMost(stream, most), pieceBytes)) {
          if (size > 0) {
            id ??= await begin(name)
            tags.push(await part(name, id, tags.length, held, held.length))
          }
          held = block
          size += block.length
        }
        if (id === undefined) await put(name, held)
        else await complete(name, id, [...tags, await part(name, id, tags.length, held, held.length)])
        return size
      } catch (error) {
        if (id !== undefined) await giveUp(name, id).catch(() => {})
        throw error
      }
    },

    async read(name, range) {
      checkName(name)
      const end = Number.isFinite(range?.end) ? range?.end : ''
      const request = range ? { headers: { range: `bytes=${range.start}-${end}` } } : {}
      try {
        const answer = await unlessMissing(wire.ask('GET', name, request))
        if (!answer) return undefined
        const whole = /\/(\d+)$/.exec(String(answer.headers['content-range'] ?? ''))?.[1]
        return { stream: answer.body, size: Number(whole ?? answer.headers['content-length']) }
      } catch (error) {
        if (!(error instanceof S3Error) || error.status !== 416) throw error
        const size = await sizeOf(name)
        return size === undefined ? undefined : { stream: Readable.from([]), size }
      }
    },

    async remove(name) {
      await unlessMissing(wire.tell('DELETE', checkName(name)))
    },

    start: async (name) => handleOf(name, await begin(checkName(name))),

    async piece(handle, index, stream, size) {
      const { name, id } = readHandle(handle)
      const tag = await unlessMissing(part(name, id, index, exactly(stream, size), size))
      if (tag === undefined) throw new Refusal('not_found')
      return tag
    },

    async finish(handle, pieces) {
      const { name, id } = readHandle(handle)
      try {
        if (pieces.length > 0) return await complete(name, id, pieces)
        await put(name, Buffer.alloc(0))
        await giveUp(name, id)
      } catch (error) {
        if (!(error instanceof S3Error)) throw error
        if (/^(InvalidPart|InvalidPartOrder|EntityTooSmall)$/.test(error.code)) throw new Refusal('upload_incomplete')
        if (error.status !== 404) throw error
        // Either a retry after success, or the upload never existed.
        if ((await sizeOf(name)) === undefined) throw new Refusal('not_found')
      }
    },

    async abort(handle) {
      const { name, id } = readHandle(handle)
      await giveUp(name, id)
    },

    close: () => wire.close(),
  }
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof S3Error && error.status === 404) return undefined
    throw error
  }
}
