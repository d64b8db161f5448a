import { Readable } from 'node:stream'
import { Refusal } from '@waypost/protocol'
import { exactly } from './chunks.ts'
import { checkName, type Files, handleOf, readHandle } from './files.ts'
import { begin, complete, giveUp, put, sendPart, writeInParts } from './s3-parts.ts'
import { type Bucket, S3Error, S3Wire } from './s3-wire.ts'

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

  const sizeOf = async (name: string) => {
    const headers = await unlessMissing(wire.tell('HEAD', name))
    return headers && Number(headers['content-length'])
  }

  return {
    write: async (name, stream, most) => writeInParts(wire, checkName(name), stream, most),

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

    start: async (name) => handleOf(name, await begin(wire, checkName(name))),

    async piece(handle, index, stream, size) {
      const { name, id } = readHandle(handle)
      const tag = await unlessMissing(sendPart(wire, name, id, index, exactly(stream, size), size))
      if (tag === undefined) throw new Refusal('not_found')
      return tag
    },

    async finish(handle, pieces) {
      const { name, id } = readHandle(handle)
      try {
        if (pieces.length > 0) return await complete(wire, name, id, pieces)
        await put(wire, name, Buffer.alloc(0))
        await giveUp(wire, name, id)
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
      await giveUp(wire, name, id)
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
