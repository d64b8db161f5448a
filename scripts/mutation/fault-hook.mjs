/**
 * Loaded into every program that `npm run mutation` starts: `faulty(7)` returns whether fault 7 is on, and records that it was reached.
 * Pages get both from their server, as `/faulty.js` and `/faulty/7`.
 */
import { ChildProcess } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'

const { WAYPOST_FAULT: on = '', WAYPOST_FAULTS_REACHED: log, NODE_OPTIONS = '' } = process.env

/** When each fault was last recorded. Tests share processes, so recording it once would only count for the first test. */
const noted = new Map()

/** @param {number} id */
function reached(id) {
  const now = Date.now()
  if (!log || now - (noted.get(id) ?? 0) < 200) return
  noted.set(id, now)
  try {
    appendFileSync(log, `${now} ${id}\n`)
  } catch {
    // A test that drops its privileges for a moment may not be allowed to write there; it must not fail because of that.
  }
}

Object.assign(globalThis, {
  faulty(/** @type {number} */ id) {
    reached(id)
    return on === String(id)
  },
})

const page = `{
  const noted = new Set()
  globalThis.faulty = (id) => {
    if (${Boolean(log)} && !noted.has(id)) navigator.sendBeacon('/faulty/' + id)
    noted.add(id)
    return id === ${Number(on)}
  }
}`

const emit = Server.prototype.emit
Server.prototype.emit = function (/** @type {string} */ event, /** @type {any[]} */ ...rest) {
  const [request, response] = rest
  if (event !== 'request' || !request.url.startsWith('/faulty')) return Reflect.apply(emit, this, [event, ...rest])
  const id = Number(/^\/faulty\/(\d+)$/.exec(request.url)?.[1])
  if (id) reached(id)
  response.setHeader('content-type', 'text/javascript').end(id ? '' : page)
  return true
}

// Programs and threads started by tests have their own environment.
const own = { WAYPOST_FAULT: on, ...(log && { WAYPOST_FAULTS_REACHED: log }), NODE_OPTIONS }
const { prototype } = /** @type {any} */ (ChildProcess)
const spawn = prototype.spawn
prototype.spawn = function (/** @type {{ envPairs?: string[] }} */ options) {
  for (const [name, value] of Object.entries(own))
    if (value && !options.envPairs?.some((pair) => pair.startsWith(`${name}=`))) options.envPairs?.push(`${name}=${value}`)
  return spawn.call(this, options)
}
threads.Worker = class extends threads.Worker {
  constructor(/** @type {string} */ file, /** @type {threads.WorkerOptions} */ options = {}) {
    const execArgv = ['--import', import.meta.filename, ...(options.execArgv ?? [])]
    super(
      file,
      options.env === undefined ? options : { ...options, execArgv, env: { .../** @type {object} */ (options.env), ...own } },
    )
  }
}
syncBuiltinESMExports()
