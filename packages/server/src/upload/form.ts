// Reads the file of a multipart form as a stream.

import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { Refusal } from '@waypost/protocol'

/** Limits for the parts besides the file; old programs send a few short fields first. */
const around = { fields: 100, fieldSize: 2 ** 16, files: 1, parts: 101, headerPairs: 100 }

/**
 * Reads a multipart form up to its part `file`, with any name and type, and passes it on as a stream. The request is not destroyed:
 * its sender still needs a response.
 * @param keep what becomes of the file
 * @throws Refusal `invalid_request` for any other body, `invalid_param` when the part is missing, or what `keep` throws
 */
export async function readForm<T>(request: IncomingMessage, keep: (file: Readable) => Promise<T>): Promise<T> {
  const form = formOf(request)
  let keeping: Promise<T> | undefined
  let part: Readable | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('file', (_field, file: Readable) => {
        part = file
        // An error in the form is reported here as well as to the reader of the part.
        file.on('error', reject)
        keeping = keep(file)
        keeping.catch(reject)
      })
      form.on('finish', resolve)
      form.on('error', reject)
      request.on('error', reject)
      request.on('close', () => request.readableEnded || reject(new Error('The connection was closed.')))
      request.pipe(form)
    })
  } catch (error) {
    request.unpipe(form)
    // The rest of the part will never arrive.
    part?.destroy(new Refusal('invalid_request', unreadable))
    await keeping
    throw new Refusal('invalid_request', unreadable, { cause: error })
  }
  if (!keeping) throw Refusal.param('file', "The form has no part called 'file'.")
  return keeping
}

function formOf(request: IncomingMessage) {
  // The HTTP adapter overwrites the media type; the original is in the raw headers.
  const name = request.rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === 'content-type')
  const type = name < 0 ? '' : (request.rawHeaders[name + 1] as string)
  if (!/^multipart\/form-data\b/i.test(type)) throw new Refusal('invalid_request', 'Send the file as multipart/form-data.')
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: around, isPartAFile: (field) => field === 'file' })
  } catch (cause) {
    throw new Refusal('invalid_request', unreadable, { cause })
  }
}

const unreadable = 'The form could not be read to its end.'
