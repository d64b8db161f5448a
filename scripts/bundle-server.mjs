/**
 * Bundles the server into `packages/server/dist`, which `npm start` runs: 600 sources and 900 files of libraries would take three times as
 * long to load, and a third more memory. Modules imported when needed are in files of their own. Nothing is minified, so stack
 * traces name the functions, and comments in the bundle name the source of each part.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { dirname, join, relative, sep } from 'node:path'
import { build } from 'vite'
import { loadedPackages } from './installed-packages.mjs'
import { root } from './prepare.mjs'

const server = join(root, 'packages/server')
const source = join(server, 'src')
const folder = join(server, 'dist')
const record = join(folder, 'builds.json')
/** A running server still loads files of the build that it was started from. */
const keptBuilds = 5

const workers = [
  'http/reading/large-worker',
  'push/feed/worker',
  'push/preview/worker',
  'webhook/template/worker',
  'db/checkpoints-worker',
]

const external = [
  ...loadedPackages,
  // Native code that libraries use if it is installed.
  'bufferutil',
  'pg-native',
  'utf-8-validate',
  // Unused parts of fastify.
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]

/**
 * Importing `node:http` as an ES module reads every export of it, and that of `WebSocket` loads the whole `fetch` of Node.js. This takes
 * the exports without a getter only.
 * @type {import('vite').Plugin}
 */
const leanHttp = {
  name: 'lean-http',
  enforce: 'pre',
  resolveId: (id, _importer, { kind }) => (id === 'node:http' && kind === 'import-statement' ? '\0lean-http' : undefined),
  load(id) {
    if (id !== '\0lean-http') return undefined
    const names = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { get }]) => (get ? [] : [name]))
    return `const http = process.getBuiltinModule('node:http')\nexport const { ${names.join(', ')} } = http\nexport default http\n`
  },
}

const chunks = await bundle()
const assets = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(sep).join('/'))
  .filter(isAsset)
for (const name of assets) place(name, (draft) => copyFileSync(join(source, name), draft))
const document = 'reference/openapi.json'
const written = execFileSync(process.execPath, [join(source, 'reference/write.ts')], { maxBuffer: 64 * 2 ** 20 })
place(document, (draft) => writeFileSync(draft, written))
// The entry point is replaced last, when all its dependencies are in place.
const last = 'main.mjs'
for (const [name, code] of [...chunks].sort(([one], [other]) => Number(one === last) - Number(other === last)))
  place(name, (draft) => writeFileSync(draft, code))
forget([...chunks.keys(), ...assets, document])

/** @returns {Promise<Map<string, string>>} the code of each file */
async function bundle() {
  const result = await build({
    configFile: false,
    root: server,
    logLevel: 'warn',
    plugins: [leanHttp],
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      target: 'node24',
      minify: false,
      write: false,
      rolldownOptions: {
        external,
        // The workers have to be where `programPath` looks for them.
        input: Object.fromEntries(['main', ...workers].map((name) => [name, join(source, `${name}.ts`)])),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []))
  return new Map(outputs.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, escaped(each.code)]] : [])))
}

/** Escapes non-ASCII characters: a single one makes V8 store the whole file with two bytes per character. @param {string} code */
function escaped(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Whether the running server reads a source file: migrations, the style of the API reference. @param {string} name */
function isAsset(name) {
  // Files that only tests read are not part of the program.
  return /\.\w+$/.test(name) && !name.endsWith('.ts') && !/(^|\/)(?:test-|recorded\/)/.test(name)
}

/**
 * Writes a file atomically.
 * @param {string} name
 * @param {(draft: string) => void} write
 */
function place(name, write) {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  const draft = join(folder, `.${process.pid}.part`)
  write(draft)
  renameSync(draft, path)
}

/**
 * Removes files that this build does not have, except those that a server started from an earlier build may still load.
 * @param {string[]} current
 */
function forget(current) {
  /** @type {string[][]} */
  const before = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : []
  const now = [...chunks.keys()].sort()
  // A build with the same code counts once.
  const others = before.filter((build) => build.join() !== now.join())
  const builds = [now, ...others].slice(0, keptBuilds)
  // All other files are read at startup only.
  const loadedLater = builds.flat().filter((name) => /-[\w-]{8}\.mjs$/.test(name))
  const needed = new Set([...current, ...loadedLater])
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    if (entry.isFile() && !entry.name.startsWith('.') && !needed.has(name)) rmSync(path)
  }
  place('builds.json', (draft) => writeFileSync(draft, JSON.stringify(builds)))
}
