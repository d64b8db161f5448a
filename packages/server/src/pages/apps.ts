import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompanionDownload, ExtensionDownload } from '@waypost/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type StaticFile, sendStatic, staticFile } from '../http/static-file.ts'

/** The downloads of the companion: one file for Node.js, and a package that `npm install` accepts by URL. */
const companion = { 'waypost.mjs': 'text/javascript; charset=utf-8', 'waypost.tgz': 'application/gzip' }

const extension = { 'waypost-chromium.zip': 'application/zip', 'waypost-firefox.zip': 'application/zip' }

/** The browser extension signed by the administrator, for browsers that accept nothing else. */
const signed = {
  'waypost-firefox.xpi': 'application/x-xpinstall',
  'waypost-chromium.crx': 'application/x-chrome-extension',
}

/** The update manifest that browsers read for a signed extension. */
const updates = { 'firefox-updates.json': 'application/json; charset=utf-8', 'chromium-updates.xml': 'text/xml; charset=utf-8' }

const headers = {
  'x-content-type-options': 'nosniff',
  // A program, which must never run in a page of our origin.
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  // A server update changes the file at the same address.
  'cache-control': 'no-cache',
}

interface Folders {
  companion: string
  extension: string
  /** The files that the administrator signed; may be missing, and may change while the server runs. */
  signed: string
}

/**
 * Serves the bundled companion and the browser extension at `/apps/`, and their versions, sizes and checksums at `/apps/index.json`. The
 * first request reads the built files, which then stay in memory; the checksums are computed from the same bytes.
 */
export function serveApps(http: FastifyInstance, folders: Folders): void {
  const builtCompanion = builds(folders.companion, companion)
  const builtExtension = builds(folders.extension, extension)
  for (const [build, names, what] of [
    [builtCompanion, companion, 'companion'],
    [builtExtension, extension, 'browser extension'],
  ] as const) {
    for (const name of Object.keys(names)) {
      http.get(`/apps/${name}`, async (request, reply) => {
        const file = build().files.get(name)
        if (!file) return notBuilt(reply, what)
        return sendStatic(request, reply, file, { ...headers, 'content-disposition': `attachment; filename="${name}"` })
      })
    }
  }
  for (const [name, type] of Object.entries({ ...signed, ...updates })) {
    http.get(`/apps/${name}`, async (request, reply) => {
      const content = await readOwn(join(folders.signed, name))
      if (!content) return reply.code(404).type('text/plain; charset=utf-8').send('This server offers no signed extension.')
      // No content disposition: Firefox installs the extension instead of saving it.
      return sendStatic(request, reply, staticFile(type, content), headers)
    })
  }
  http.get('/apps/index.json', async (_request, reply) => {
    const { download } = builtCompanion()
    if (!download) return notBuilt(reply, 'companion')
    const built = builtExtension().download
    const own = built && { ...built, files: [...built.files, ...(await signedFiles(folders.signed))] }
    const index: CompanionDownload = { ...download, ...(own && { extension: own }) }
    return reply.headers(headers).type('application/json; charset=utf-8').send(index)
  })
}

interface Built {
  files: Map<string, StaticFile>
  /** Undefined if anything is missing. */
  download: ExtensionDownload | undefined
}

/** Reads the builds in a folder on demand, and caches them once they are complete. */
function builds(folder: string, types: Readonly<Record<string, string>>): () => Built {
  let complete: Built | undefined
  return () => {
    const built = complete ?? readBuilt(folder, types)
    if (built.download) complete = built
    return built
  }
}

function readBuilt(folder: string, types: Readonly<Record<string, string>>): Built {
  const built: Built = { files: new Map(), download: undefined }
  const files: ExtensionDownload['files'] = []
  for (const [name, type] of Object.entries(types)) {
    const content = read(join(folder, name))
    if (!content) continue
    built.files.set(name, staticFile(type, content))
    files.push(described(name, content))
  }
  const { version } = JSON.parse(read(join(folder, 'version.json'))?.toString() ?? '{}') as { version?: string }
  if (version !== undefined && files.length === Object.keys(types).length) built.download = { version, files }
  return built
}

const described = (name: string, content: Buffer) => ({
  name,
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

async function signedFiles(folder: string): Promise<ExtensionDownload['files']> {
  const files = Object.keys(signed).map(async (name) => {
    const content = await readOwn(join(folder, name))
    return content ? [described(name, content)] : []
  })
  return (await Promise.all(files)).flat()
}

function notBuilt(reply: FastifyReply, what: string): FastifyReply {
  return reply.code(503).type('text/plain; charset=utf-8').send(`The ${what} is not built. Run: npm run build`)
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    return missing(error)
  }
}

const readOwn = (file: string): Promise<Buffer | undefined> => readFile(file).catch(missing)

function missing(error: unknown): undefined {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
}
