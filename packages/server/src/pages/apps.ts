// Serves the downloads of the companion.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompanionDownload } from '@waypost/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type StaticFile, sendStatic, staticFile } from '../http/static-file.ts'

/** The downloads of the companion: one file that Node.js runs, and a package that `npm install` accepts by its address. */
const apps = { 'waypost.mjs': 'text/javascript; charset=utf-8', 'waypost.tgz': 'application/gzip' }

const headers = {
  'x-content-type-options': 'nosniff',
  // A program, which must never run in a page of our origin.
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  // An update of the server changes the file at the same address.
  'cache-control': 'no-cache',
}

/**
 * Serves the bundled companion from a folder at `/apps/`, and its version, sizes and checksums at `/apps/index.json`. The first request
 * reads the files, which stay in memory then; the checksums are computed from the same bytes.
 */
export function serveApps(http: FastifyInstance, folder: string): void {
  let complete: Built | undefined
  function open(): Built {
    const built = complete ?? readBuilt(folder)
    if (built.download) complete = built
    return built
  }
  for (const name of Object.keys(apps)) {
    http.get(`/apps/${name}`, async (request, reply) => {
      const file = open().files.get(name)
      if (!file) return notBuilt(reply)
      return sendStatic(request, reply, file, { ...headers, 'content-disposition': `attachment; filename="${name}"` })
    })
  }
  http.get('/apps/index.json', async (_request, reply) => {
    const { download } = open()
    if (!download) return notBuilt(reply)
    return reply.headers(headers).type('application/json; charset=utf-8').send(download)
  })
}

/** The builds of the companion. */
interface Built {
  files: Map<string, StaticFile>
  /** Undefined where anything is missing. */
  download: CompanionDownload | undefined
}

function readBuilt(folder: string): Built {
  const built: Built = { files: new Map(), download: undefined }
  const files: CompanionDownload['files'] = []
  for (const [name, type] of Object.entries(apps)) {
    const content = read(join(folder, name))
    if (!content) continue
    built.files.set(name, staticFile(type, content))
    files.push({ name, size: content.length, sha256: createHash('sha256').update(content).digest('hex') })
  }
  const { version } = JSON.parse(read(join(folder, 'version.json'))?.toString() ?? '{}') as { version?: string }
  if (version !== undefined && files.length === Object.keys(apps).length) built.download = { version, files }
  return built
}

function notBuilt(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/plain; charset=utf-8').send('The companion is not built. Run: npm run build')
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
