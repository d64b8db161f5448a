/**
 * The preparation for `npm start` and `npm test`: a new enough Node.js, the packages of the lock file, the built web client, and the bundled
 * companion and server. Each step runs only if something it depends on has changed.
 *
 * Plain JavaScript without dependencies, because nothing is installed yet when it runs.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** The Node.js of the project, which runs sources and tools regardless of the machine's. */
export const nodeBinary = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

const oldestNode = 20
const tailLines = 40

/** The fields of a package.json that affect node_modules. A new script needs no install. */
const deciding = [
  'name',
  'version',
  'bin',
  'workspaces',
  'overrides',
  'allowScripts',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
]

/** A problem that the user can solve. Only the message is printed. */
export class Problem extends Error {}

/**
 * Runs a script and sets the exit code to its result; a Problem is printed as a sentence.
 * @param {() => Promise<number>} script
 */
export async function main(script) {
  try {
    const major = Number(process.versions.node.split('.')[0])
    if (major < oldestNode) {
      throw new Problem(
        `Waypost needs Node.js ${oldestNode} or newer and this is ${process.versions.node}: install the current LTS from https://nodejs.org and run the command again.`,
      )
    }
    process.exitCode = await script()
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error)
    process.exitCode = 1
  }
}

/** Installs the packages if the lock file or a package.json has changed. */
export async function install() {
  const stamp = join(root, 'node_modules/.waypost-installed')
  const wanted = hashOfPackages()
  if (existsSync(nodeBinary) && contentOf(stamp) === wanted) return

  // An interrupted install may have left incomplete packages, so all are removed.
  const modules = join(root, 'node_modules')
  const whole = existsSync(nodeBinary) && existsSync(join(modules, '.package-lock.json'))
  if (!whole) rmSync(modules, { recursive: true, force: true, maxRetries: 5 })

  // `npm install --no-save` installs the lock file, adds new packages without taking the files from under
  // programs that run on them, and writes to no file of the project. `npm ci` would refuse a lock file that was written
  // where the packages of other platforms were not to be had. Development packages are needed to build the web client,
  // also where NODE_ENV or the settings of npm leave them out.
  // Removed rather than overwritten: in a copy of the folder made of hard links, the file is that of the other folder, too.
  rmSync(stamp, { force: true })
  const doing = whole ? 'Installing changed packages...' : 'Installing packages (first start, about half a minute)...'
  await step(doing, () => npm(['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']))
  if (!existsSync(nodeBinary)) {
    // Install scripts are switched off on this machine, but the package "node" needs its own.
    await step('Fetching Node.js 24...', () => npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']))
  }
  if (!existsSync(nodeBinary)) {
    throw new Problem('The package "node" was installed without its program: allow its install script and run the command again.')
  }
  writeFileSync(stamp, wanted)
}

/** Builds the web client into packages/web/dist if its sources have changed. */
export async function buildWeb() {
  const web = join(root, 'packages/web')
  const stamp = join(web, 'dist/.stamp')
  const wanted = hashOf(['packages/web', 'packages/client', 'packages/protocol'], [])
  if (contentOf(stamp) === wanted) return

  const vite = join(root, 'node_modules/vite/bin/vite.js')
  // Needed when a test starts this: its `NODE_ENV` would build a development client, which the server can't render.
  const env = { ...process.env, NODE_ENV: 'production' }
  await step('Building the web client...', () => quiet(nodeBinary, [vite, 'build'], { cwd: web, env }))
  // Vite empties the folder first, so an interrupted build leaves no stamp.
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** Bundles the companion into packages/agent/dist if its sources have changed. */
export async function buildCompanion() {
  const folder = join(root, 'packages/agent/dist')
  const stamp = join(folder, '.stamp')
  const wanted = hashOf(['packages/agent', 'packages/client', 'packages/protocol'], ['scripts/bundle.mjs', 'LICENSE'])
  if (contentOf(stamp) === wanted) return

  // The files may be in use; each is replaced atomically.
  rmSync(stamp, { force: true })
  await step('Bundling the companion...', () => quiet(nodeBinary, [join(root, 'scripts/bundle.mjs')]))
  writeFileSync(stamp, wanted)
}

/**
 * Builds the browser extension into packages/extension/dist if its sources have changed.
 * @param {{ always?: boolean }} [options] builds it again anyhow, and prints the checksums
 */
export async function buildExtension({ always = false } = {}) {
  const stamp = join(root, 'packages/extension/dist/.stamp')
  const folders = [
    'packages/extension/src',
    'packages/client',
    'packages/protocol',
    'packages/extension/icons',
    'scripts/extension',
  ]
  // Not the tests, which change more often.
  const own = readdirSync(join(root, 'packages/extension')).filter((name) => /\.(json|ts|html)$/.test(name))
  const files = [...own.sort().map((name) => `packages/extension/${name}`), 'packages/web/src/ui/tokens.css']
  const wanted = hashOf(folders, [...files, 'LICENSE'])
  if (!always && contentOf(stamp) === wanted) return

  rmSync(stamp, { force: true })
  const bundle = [join(root, 'scripts/extension/bundle.mjs')]
  if (always && (await runNode(bundle)) !== 0) throw new Problem('The browser extension was not built.')
  if (!always) await step('Building the browser extension...', () => quiet(nodeBinary, bundle))
  writeFileSync(stamp, wanted)
}

/** Bundles the server into packages/server/dist if its sources have changed. */
export async function buildServer() {
  const stamp = join(root, 'packages/server/dist/.stamp')
  const wanted = hashOf(['packages/server', 'packages/protocol'], ['scripts/bundle-server.mjs', 'scripts/installed-packages.mjs'])
  if (contentOf(stamp) === wanted) return

  // A server may be running from the folder; each file is replaced atomically.
  rmSync(stamp, { force: true })
  await step('Bundling the server...', () => quiet(nodeBinary, [join(root, 'scripts/bundle-server.mjs')]))
  writeFileSync(stamp, wanted)
}

/** The server as users start it, once it is built. */
export const serverProgram = 'packages/server/dist/main.mjs'

/** Node.js caches compiled code, for this program and those it starts. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }

/** The server's environment. Fewer memory arenas for its threads save a few megabytes with glibc. */
export const serverEnvironment = { ...compiled, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' }

/**
 * Runs a program on the project's Node.js in the foreground and passes signals on to it.
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, signal?: AbortSignal, within?: string[] }} [options] the folder, by default the
 * project's; variables to add to the environment; the signal ends the program and rejects the promise; a command that runs another one
 * @returns {Promise<number>} its exit code; 128 + number when a signal ended it, as in shells
 */
export function runNode(args, { cwd = root, env = {}, signal, within = [] } = {}) {
  // In its own process group, where supported: Ctrl-C reaches a whole group, and npm passes it on as well, so the program would get it up
  // to three times and take the second for impatience.
  const detached = process.platform !== 'win32'
  const [program = nodeBinary, ...words] = [...within, nodeBinary, ...args]
  const child = spawn(program, words, { cwd, env: { ...process.env, ...compiled, ...env }, stdio: 'inherit', detached, signal })
  return ended(child)
}

/**
 * Prints a step, and shows progress if it takes long.
 * @param {string} doing ends with `...`
 * @param {() => Promise<void>} run
 */
export async function step(doing, run) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const terminal = process.stdout.isTTY
  process.stdout.write(terminal ? doing : `${doing}\n`)
  const timer = terminal
    ? setInterval(() => seconds() >= 2 && process.stdout.write(`\r${doing} ${seconds()} s`), 1000)
    : setInterval(() => process.stdout.write(`  still at it, ${seconds()} s\n`), 10_000)
  try {
    await run()
    if (terminal) process.stdout.write(`\r${doing} done in ${seconds()} s\n`)
  } catch (error) {
    if (terminal) process.stdout.write('\n')
    throw error
  } finally {
    clearInterval(timer)
  }
}

/**
 * Runs a program and prints its output only if it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function quiet(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  /** @type {Buffer[]} */
  const output = []
  child.stdout?.on('data', (data) => output.push(data))
  child.stderr?.on('data', (data) => output.push(data))
  const code = await ended(child)
  if (code === 0) return
  const tail = Buffer.concat(output).toString().trimEnd().split('\n').slice(-tailLines).join('\n')
  const name = [command, ...args].map((part) => part.split(/[\\/]/).at(-1)).slice(0, 3)
  throw new Problem(`${tail}\n\`${name.join(' ')}\` failed with exit code ${code}.`)
}

/** @param {string[]} args */
function npm(args) {
  // The machine's npm must run on the machine's Node.js, because the install replaces the project's.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !resolve(folder).startsWith(join(root, 'node_modules')))
  return quiet('npm', args, { env: { ...process.env, PATH: path.join(delimiter) }, shell: process.platform === 'win32' })
}

/**
 * Waits for a child process and passes on the signals that should end it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function ended(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const echo = 300
  let last = 0
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    // One Ctrl+C arrives twice: from the terminal, and again from npm.
    if (Date.now() - last > echo) child.kill(signal)
    last = Date.now()
  }
  for (const signal of signals) process.on(signal, pass)
  // npm sends the signal to the shell between us, which ends without passing it on. We notice because our parent changes.
  const parent = process.ppid
  const left = () => process.ppid !== parent && last === 0 && pass('SIGTERM')
  const watch = process.env.npm_command ? setInterval(left, 500) : undefined
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  }).finally(() => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, pass)
  })
}

function hashOfPackages() {
  const hash = createHash('sha256').update(contentOf(join(root, 'package-lock.json')) ?? '')
  const folders = readdirSync(join(root, 'packages')).sort()
  for (const file of ['package.json', ...folders.map((folder) => `packages/${folder}/package.json`)]) {
    const content = contentOf(join(root, file))
    if (content === undefined) continue
    const fields = JSON.parse(content)
    hash.update(JSON.stringify([file, ...deciding.map((field) => fields[field])]))
  }
  return hash.digest('hex')
}

/**
 * A hash of everything a build depends on.
 * @param {string[]} folders
 * @param {string[]} files
 */
function hashOf(folders, files) {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const file of filesBelow(join(root, folder)))
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
  }
  for (const file of ['package-lock.json', 'tsconfig.json', ...files]) hash.update(contentOf(join(root, file)) ?? '')
  return hash.digest('hex')
}

/**
 * All files that a build could read, sorted.
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist' || /\.(test|contract)\.tsx?$/.test(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

/**
 * @param {string} file
 * @returns {string | undefined} undefined where there is no such file
 */
function contentOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
