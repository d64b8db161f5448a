// Serves the downloads of the companion.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompanionDownload } from '@waypost/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendStatic, staticFile } from '../http/static-file.ts'

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
 * Serves the bundled companion from a folder at `/apps/`, and its version, sizes and checksums at `/apps/index.json`. The files are small
 * and served from memory; the checksums are computed from the same bytes.
 */
export function serveApps(http: FastifyInstance, folder: string): void {
  const files: CompanionDownload['files'] = []
  for (const [name, type] of Object.entries(apps)) {
    const content = read(join(folder, name))
    if (content) files.push({ name, size: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    const file = content && staticFile(type, content)
    http.get(`/apps/${name}`, async (request, reply) => {
      if (!file) return notBuilt(reply)
      return sendStatic(request, reply, file, { ...headers, 'content-disposition': `attachment; filename="${name}"` })
    })
  }
  const { version } = JSON.parse(read(join(folder, 'version.json'))?.toString() ?? '{}') as { version?: string }
  http.get('/apps/index.json', async (_request, reply) => {
    if (version === undefined || files.length < Object.keys(apps).length) return notBuilt(reply)
    return reply
      .headers(headers)
      .type('application/json; charset=utf-8')
      .send({ version, files } satisfies CompanionDownload)
  })
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
