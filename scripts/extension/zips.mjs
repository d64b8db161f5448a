// Builds the browser extension and packs it, one zip per browser. The same sources give the same bytes.

import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import { nodeBinary, quiet, root } from '../prepare.mjs'

/** @typedef {'chromium' | 'firefox'} Browser */
/** @typedef {ReadonlyMap<string, Buffer>} Files by their path within the extension, with forward slashes */

/** The folder of the package. */
export const extension = join(root, 'packages/extension')

/** @type {readonly Browser[]} */
const browsers = ['chromium', 'firefox']

/** Maximum size of each browser's zip, in bytes. */
export const zipLimit = 128_000

/** The version of the extension. @returns {string} */
export const extensionVersion = () => JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8')).version

/**
 * Builds the extension for one browser into a folder, replacing its contents.
 * @param {Browser} browser
 * @param {string} folder
 * @returns {Promise<Files>}
 */
export async function buildFor(browser, folder) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const env = { ...process.env, BROWSER: browser, NODE_ENV: 'production' }
  await quiet(nodeBinary, [vite, 'build', '--outDir', folder], { cwd: extension, env })
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  /** @type {Map<string, Buffer>} */
  const files = new Map()
  for (const path of names) files.set(relative(folder, path).split(sep).join('/'), readFileSync(path))
  return files.set('LICENSE', readFileSync(join(root, 'LICENSE')))
}

/**
 * Packs files into a zip, sorted by name. All have the modification time that npm uses in packages.
 * @param {Files} files
 * @returns {Promise<Buffer>}
 */
export async function zipOf(files) {
  const zip = new yazl.ZipFile()
  // In local time: a zip has no time zone, so the bytes are the same in every zone.
  const options = { mtime: new Date(1985, 9, 26, 8, 15), mode: 0o100644, forceDosTimestamp: true, compressionLevel: 9 }
  for (const [name, content] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) zip.addBuffer(content, name, options)
  zip.end()
  return buffer(/** @type {import('node:stream').Readable} */ (zip.outputStream))
}

/**
 * Changes the manifest of a build.
 * @param {Files} files
 * @param {(manifest: any) => object} change
 * @returns {Files}
 */
export function withManifest(files, change) {
  const manifest = change(JSON.parse(files.get('manifest.json')?.toString() ?? '{}'))
  return new Map([...files, ['manifest.json', Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)]])
}

/**
 * Builds the extension for all browsers into a folder: `chromium/` and `firefox/` as browsers load it from disk, the zips, and `version.json`.
 * @param {string} folder
 * @returns {Promise<{ name: string, content: Buffer }[]>} the zips
 */
export async function buildZips(folder) {
  const built = await Promise.all(browsers.map((browser) => buildFor(browser, join(folder, browser))))
  const zips = await Promise.all(built.map(zipOf))
  const named = zips.map((content, at) => ({ name: `waypost-${browsers[at]}.zip`, content }))
  for (const { name, content } of named) writeWhole(join(folder, name), content)
  writeWhole(join(folder, 'version.json'), JSON.stringify({ version: extensionVersion() }))
  return named
}

/** One sentence for each zip over the limit. @param {readonly { name: string, content: Buffer }[]} zips @returns {string[]} */
export function oversizedZips(zips) {
  return zips
    .filter(({ content }) => content.length > zipLimit)
    .map(({ name, content }) => `${name} has ${content.length} bytes, which is over its limit of ${zipLimit}`)
}

/**
 * Writes a file atomically, because a server may be reading it.
 * @param {string} path
 * @param {string | Buffer} content
 * @param {number} [mode]
 */
export function writeWhole(path, content, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true })
  const draft = join(dirname(path), `.${process.pid}.part`)
  writeFileSync(draft, content, { mode })
  renameSync(draft, path)
}
