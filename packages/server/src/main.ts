// Runs the server as a program: starts it, reports start-up errors as sentences, and stops it on a signal. With `network`, phones in the
// same network can reach it; `admin` runs a command instead.

import { statfsSync } from 'node:fs'
import { constants } from 'node:os'
import { Refusal } from '@waypost/protocol'
import { runAdmin } from './admin.ts'
import { type App, startApp } from './app.ts'
import { ConfigError, isLoopback, readConfig } from './config.ts'
import { networkFolderWarning } from './db/network-folder.ts'
import { FolderInUse } from './db/sqlite-lock.ts'
import { diskTroubleOf } from './disk-trouble.ts'
import { forNetwork } from './settings/network-origin.ts'
import type { Tls } from './tls/open.ts'
import { proxyWarning } from './tls/settings.ts'

/** Milliseconds within which the program exits after a signal: most supervisors wait for ten seconds. */
const stopWithin = 8_000

/** Turns a known start-up error into a sentence that says what to do. Other errors are bugs and keep their stack trace. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof Refusal) return error.message
  if (error instanceof FolderInUse) return `${error.message} Stop it, or set WAYPOST_DATA to another folder.`
  const { code, path, port } = error as NodeJS.ErrnoException & { port?: number }
  const folder = process.env.WAYPOST_DATA ?? 'data'
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what uses it, or set ${settingOf(port)} to another port (0 = any free one).`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this account. ${bindingRight()}Set ${settingOf(port)} to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'WAYPOST_HOST is not an address of this machine.'
  const trouble = diskTroubleOf(error)
  if (trouble === 'full' || (trouble === 'broken' && isFull(folder)))
    return `The disk of the data folder ${folder} is full. Free some space and start again; nothing that was saved is lost.`
  if (trouble === 'broken')
    return `The data folder ${folder} cannot be read or written (${(error as Error).message}). Check its disk, then start again.`
  if (trouble === 'read-only' || code === 'ENOTDIR' || code === 'EEXIST')
    return `The data folder ${path ?? folder} cannot be written. Give this account the right to, or set WAYPOST_DATA to another folder.`
  if (code === 'ERR_SQLITE_ERROR')
    return `The data in ${folder} cannot be opened (${(error as Error).message}). Set WAYPOST_DATA to another folder, or restore a copy.`
  return undefined
}

const servesHttps = () => Boolean(process.env.WAYPOST_DOMAIN?.trim())

function settingOf(port: number | undefined): string {
  if (!servesHttps()) return 'WAYPOST_PORT'
  return port === Number(process.env.WAYPOST_HTTP_PORT?.trim() || 80) ? 'WAYPOST_HTTP_PORT' : 'WAYPOST_HTTPS_PORT'
}

function bindingRight(): string {
  if (!servesHttps() || process.platform !== 'linux') return ''
  return (
    'Give it the right to with AmbientCapabilities=CAP_NET_BIND_SERVICE in its systemd unit, or for all accounts with ' +
    'sysctl net.ipv4.ip_unprivileged_port_start=80. Or let your router or firewall forward the port to another one: '
  )
}

/** Whether the disk of a folder is nearly full. Some errors do not name their cause. */
function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < 2 ** 17
  } catch {
    return false
  }
}

/** Reports that a server has no certificate yet, and when it gets one. */
function announce({ state, certified }: Tls): void {
  const { domain, ends } = state()
  if (ends !== undefined) return
  console.log(`Its certificate is being fetched. Until it is here, only http://${domain} responds, and says so.`)
  void certified.then(() => console.log(`The certificate of ${domain} is here.`))
}

/** Calls a function when the program is told to exit. The first process of a container ignores signals without a listener. */
function onSignal(stop: (signal: 'SIGINT' | 'SIGTERM') => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}

const forPhones = 'Only this computer reaches it. For your phone, stop it (Ctrl C) and run: npm start -- network'

const [task, ...words] = process.argv.slice(2)
try {
  if (task === 'admin') {
    // With the exit code that shells use for a program ended by a signal.
    onSignal((signal) => process.exit(128 + constants.signals[signal]))
    console.log(await runAdmin(words, readConfig(process.env)))
    process.exit(0)
  }
  const config = readConfig(task === 'network' ? forNetwork(process.env) : process.env)
  let app: App | undefined
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    if (app === undefined) process.exit(0)
    stopping = true
    // Even if something hangs, the program exits before its supervisor kills it.
    setTimeout(() => process.exit(1), stopWithin).unref()
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  // Before the start, so that a signal can end that too.
  onSignal(stop)
  const folderWarning = networkFolderWarning(config)
  // Before the problem it warns of can make the start fail.
  if (folderWarning !== undefined) console.warn(folderWarning)
  app = await startApp(config)
  const onlyHere = config.origin === undefined && isLoopback(config.host)
  console.log(`Waypost is ready at ${app.origin}${onlyHere ? `\n${forPhones}` : ''}`)
  if (app.tls) announce(app.tls)
  const warning = proxyWarning(config)
  if (warning !== undefined) console.warn(warning)
  if (app.setupLink)
    console.log(`No one has an account yet. This link creates the first one, the administrator's:\n${app.setupLink}`)
} catch (error) {
  const sentence = sentenceOf(error)
  if (sentence === undefined) throw error
  console.error(sentence)
  process.exit(1)
}
