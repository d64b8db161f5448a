import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { GotifyRefusal } from './errors.ts'

/** The maximum size of a form with a picture, in bytes. */
export const pictureFormBytes = 8 * 2 ** 20

interface Picture {
  name: string
  type: string
  bytes: number
  stream: Readable
}

const kinds: readonly { type: string; start: Buffer; endings: readonly string[] }[] = [
  { type: 'image/png', start: Buffer.from('89504e470d0a1a0a', 'hex'), endings: ['png'] },
  { type: 'image/gif', start: Buffer.from('GIF8'), endings: ['gif'] },
  { type: 'image/jpeg', start: Buffer.from('ffd8ff', 'hex'), endings: ['jpg', 'jpeg'] },
]

/** The picture in the part `file` of a form: its name and bytes must both be of a kind that Gotify accepts. @throws GotifyRefusal */
export async function pictureIn(request: FastifyRequest): Promise<Picture> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const file = await fileIn(body, request.bodyLabel)
  if (!file) throw new GotifyRefusal(400, "file with key 'file' must be present")
  const kind = kinds.find(({ start }) => file.bytes.subarray(0, start.length).equals(start))
  if (!kind) throw new GotifyRefusal(400, 'file must be an image')
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  if (!kinds.some(({ endings }) => endings.includes(ending))) throw new GotifyRefusal(400, 'invalid file extension')
  return { name: `picture.${kind.endings[0]}`, type: kind.type, bytes: file.bytes.length, stream: Readable.from([file.bytes]) }
}

function fileIn(body: Buffer, label: string): Promise<{ name: string; bytes: Buffer } | undefined> {
  return new Promise((resolve, reject) => {
    const broken = () => reject(new GotifyRefusal(400, 'the form could not be read'))
    if (!/^\s*multipart\/form-data\b/i.test(label)) return broken()
    const form = formOf(label)
    if (!form) return broken()
    let found: { name: string; bytes: Buffer } | undefined
    form.on('file', (_field: string, stream: Readable, name: string | undefined) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('error', broken)
      stream.on('end', () => {
        found = { name: name ?? '', bytes: Buffer.concat(pieces) }
      })
    })
    form.on('finish', () => resolve(found))
    form.on('error', broken)
    form.end(body)
  })
}

function formOf(label: string) {
  const limits = { files: 1, fields: 100, fieldSize: 65_536, parts: 101, headerPairs: 100 }
  try {
    return new Busboy({ headers: { 'content-type': label }, limits, isPartAFile: (field) => field === 'file' })
  } catch {
    return undefined
  }
}
