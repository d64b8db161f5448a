import type { IncomingMessage } from 'node:http'
import { type Readable, Writable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { Refusal } from '@waypost/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isStopped } from '../access-token/rows.ts'
import type { Deps } from '../deps.ts'
import { addressKey } from '../http/rate-limits.ts'
import { type AccountChanged, accountSubject } from '../notify.ts'
import { loopTurns } from '../processor/turns.ts'
import { allowedFor, completeUpload } from './lifecycle.ts'
import { bytesUsed, findUploadBySendKey, leastFileBytes, moveUpload, savePiece, type UploadRow } from './rows.ts'
import { fileRefused, sizeOfPiece, storageFull } from './rules.ts'
import { checkStorage } from './storage-quota.ts'

const formBytes = 2 ** 20

/** Receives the bytes of uploads, at addresses that only the uploader knows. A suspended account's uploads are aborted. */
export function receiveUploads(http: FastifyInstance, deps: Deps): void {
  const { db, files, bus } = deps
  const running = new Map<IncomingMessage, string>()

  void bus.subscribe(accountSubject, async (message) => {
    const { account, endedTokens } = message as AccountChanged
    if (endedTokens !== 'all' || ![...running.values()].includes(account) || !(await isStopped(db, account, 'uploads'))) return
    for (const [body, owner] of running) if (owner === account) body.destroy()
  })

  void http.register(async (scope) => {
    // Bodies are streamed.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))

    scope.post<{ Params: { key: string; index: string } }>('/v3/upload/:key/:index', async (request, reply) => {
      const upload = await findUploadBySendKey(db, request.params.key)
      const index = /^\d{1,6}$/.test(request.params.index) ? Number(request.params.index) : Number.NaN
      const size = upload?.kind === 'pieces' ? sizeOfPiece(upload.size, index) : undefined
      if (upload?.state !== 'open' || upload.handle === null || size === undefined) throw await drained(request.raw)
      const { handle } = upload
      await receive(upload, request.raw, () => keepPiece(upload, handle, index, size, request.raw))
      return reply.type('application/json; charset=utf-8').send('{}')
    })

    scope.post<{ Params: { key: string } }>('/v2/upload/:key', async (request, reply) => {
      const upload = await findUploadBySendKey(db, request.params.key)
      if (upload?.kind !== 'form' || upload.state !== 'open') throw await drained(request.raw)
      await receive(upload, request.raw, () => keepForm(upload, request))
      return reply.code(204).send()
    })
  })

  /** Processes the body of an upload, then drains the rest. @throws Refusal `account_suspended`, `invalid_request` for a truncated body */
  async function receive({ owner }: UploadRow, body: IncomingMessage, work: () => Promise<void>): Promise<void> {
    running.set(body, owner)
    try {
      if (await isStopped(db, owner, 'uploads')) throw new Refusal('account_suspended')
      await work()
    } catch (error) {
      if (!(error instanceof Refusal) && body.destroyed) throw new Refusal('invalid_request', cutOff, { cause: error })
      throw error
    } finally {
      running.delete(body)
      drain(body)
    }
  }

  async function keepPiece(upload: UploadRow, handle: string, index: number, size: number, body: IncomingMessage): Promise<void> {
    let tag: string
    try {
      tag = await files.piece(handle, index, body, size)
    } catch (error) {
      const now = await findUploadBySendKey(db, upload.send_key)
      if (now?.state === 'open') throw tooLong(error, size)
      throw new Refusal('not_found')
    }
    if (!(await db.write((tx) => savePiece(tx, upload.iden, index, tag)))) throw new Refusal('not_found')
  }

  async function keepForm(upload: UploadRow, request: FastifyRequest): Promise<void> {
    const allowed = await allowedFor(deps, upload.owner)
    const length = request.headers['content-length']
    if (length !== undefined && Number(length) > allowed.fileBytes + formBytes)
      throw fileRefused(allowed, await bytesUsed(db, upload.owner))
    const { size: maxSize, used } = await db.write(async (tx) => {
      await tx.lockBoxes([upload.owner])
      const used = await checkStorage(tx, upload.owner, allowed, 0)
      const room = allowed.storageBytes - used + leastFileBytes
      const size = Math.min(allowed.fileBytes, room, length === undefined ? Infinity : Number(length))
      if (!(await moveUpload(tx, upload, 'open', 'writing', size))) throw new Refusal('not_found')
      return { size, used }
    })
    try {
      const size = await readForm(request, (file) => files.write(upload.file_key, file, maxSize))
      await completeUpload(deps, { ...upload, state: 'writing' }, size)
    } catch (error) {
      await db.write((tx) => moveUpload(tx, upload, 'writing', 'open', 0))
      if (!(error instanceof Refusal) || error.code !== 'file_too_big') throw error
      throw maxSize < allowed.fileBytes ? storageFull(allowed, used) : fileRefused(allowed, used)
    }
  }
}

async function drained(body: IncomingMessage): Promise<Refusal> {
  drain(body)
  return new Refusal('not_found')
}

/** Drains a body: a response sent before its end would be lost with the connection. `Connections` limits how long this takes. */
function drain(body: IncomingMessage): void {
  body.on('error', () => {})
  body.resume()
}

/** The refusal of a piece with a wrong size, which is unrelated to the account's limits. */
function tooLong(error: unknown, size: number): unknown {
  if (!(error instanceof Refusal) || error.code !== 'file_too_big') return error
  return new Refusal('invalid_request', `The piece has more than the ${size} bytes that it should have.`)
}

const cutOff = 'The upload was cut off.'

/** Limits on the parts besides the file; old programs send a few short fields first. */
const around = { fields: 100, fieldSize: 2 ** 16, files: 1, parts: 101, headerPairs: 100 }

/**
 * Parses a multipart form up to its part `file`, with any name and type, and passes it on as a stream. The request is not destroyed: its
 * sender still needs a response.
 * @throws Refusal `invalid_request` for any other body, `invalid_param` if the part is missing, or what `keep` throws
 */
async function readForm<T>({ raw: request, ip }: FastifyRequest, keep: (file: Readable) => Promise<T>): Promise<T> {
  const form = formOf(request)
  const pieces = inTurns(form, addressKey(ip))
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
      pieces.on('error', reject)
      request.on('error', reject)
      request.on('close', () => request.readableEnded || reject(new Error('The connection was closed.')))
      request.pipe(pieces)
    })
  } catch (error) {
    request.unpipe(pieces)
    const refusal = error instanceof Refusal ? error : new Refusal('invalid_request', unreadable, { cause: error })
    // The rest of the part will never arrive.
    part?.destroy(refusal)
    await keeping
    throw refusal
  }
  if (!keeping) throw Refusal.param('file', "The form has no part called 'file'.")
  return keeping
}

/** Passes pieces on to a form, each in a turn of the event loop that has time. The parser refuses in the middle of a piece. */
function inTurns(form: ReturnType<typeof formOf>, network: string): Writable {
  // It would otherwise continue through all further parts and skip them.
  form.on('partsLimit', () => {
    throw new Refusal('invalid_request', `The form has too many parts: at most ${around.parts}.`)
  })
  const write = async (piece: Buffer) => {
    await loopTurns.wait(network)
    if (!form.write(piece)) await new Promise((resolve) => form.once('drain', resolve))
  }
  return new Writable({
    write: (piece: Buffer, _encoding, done) => void write(piece).then(() => done(), done),
    final: (done) => void form.end(done),
  })
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

const unreadable = 'The form is incomplete.'
