import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { UserError } from '../user-error.ts'
import { type CompanionSettings, changedCompanionSettings, parseCompanionSettings } from './companion-settings.ts'

/** How often the file is looked at for changes, in milliseconds. */
const lookEvery = 1_000

/** What this machine remembers of a sign-in. */
export interface SignIn {
  /** The server's origin, e.g. `http://localhost:4280`. */
  server: string
  token: string
  account: { iden: string; email: string; name?: string }
  /** The iden of this machine's device, when it is one. */
  device?: string
  /** The key that the end-to-end password became, as base64. The password itself is kept nowhere. */
  key?: string
}

/** All that the file holds. */
interface Settings {
  signIns: SignIn[]
  companion: CompanionSettings
}

/** The folder in which this platform keeps a program's settings; `WAYPOST_SETTINGS` names another. */
export function settingsFolder(env = process.env, platform = process.platform, home = homedir()): string {
  const { WAYPOST_SETTINGS: own, APPDATA: roaming, XDG_CONFIG_HOME: config } = env
  if (own) return resolve(own)
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Waypost')
  if (platform === 'win32') return join(roaming || join(home, 'AppData', 'Roaming'), 'Waypost')
  // The XDG base directory specification says to ignore a relative path.
  return join(config && isAbsolute(config) ? config : join(home, '.config'), 'waypost')
}

/**
 * The sign-in at a server, or the latest one. A token goes to the server that it was made for and to no other, so another
 * `--server` needs a sign-in of its own.
 * @throws UserError when there is none
 */
export function signInAt(server?: string): SignIn {
  const found = readSettings().signIns.find((signIn) => server === undefined || signIn.server === server)
  if (found) return found
  throw new UserError(
    server === undefined
      ? 'You are not signed in. Run: waypost login'
      : `You are not signed in to ${server}. Run: waypost login --server ${server}`,
  )
}

/** The sign-ins of this machine, the latest first; none when the file cannot be read as one. */
export function knownSignIns(): SignIn[] {
  return readableSettings().signIns
}

/**
 * Remembers a sign-in in place of an earlier one at the same server, as the latest. The end-to-end key of the same account stays.
 * @throws UserError
 */
export function keepSignIn(signIn: SignIn): void {
  const { signIns, companion } = readableSettings()
  const earlier = signIns.find(({ server, account }) => server === signIn.server && account.iden === signIn.account.iden)
  const kept = { ...(earlier?.key !== undefined && { key: earlier.key }), ...signIn }
  writeSettings({ signIns: [kept, ...signIns.filter(({ server }) => server !== signIn.server)], companion })
}

/** Keeps the end-to-end key of a sign-in, or forgets it. The order of the sign-ins stays. @throws UserError */
export function keepKey({ server }: SignIn, key: string | undefined): void {
  const { signIns, companion } = readSettings()
  const changed = signIns.map((signIn) => {
    if (signIn.server !== server) return signIn
    const { key: _old, ...rest } = signIn
    return key === undefined ? rest : { ...rest, key }
  })
  writeSettings({ signIns: changed, companion })
}

/** Forgets a sign-in. @throws UserError */
export function forgetSignIn({ server }: SignIn): void {
  const { signIns, companion } = readSettings()
  writeSettings({ signIns: signIns.filter((signIn) => signIn.server !== server), companion })
}

/** How the companion of this machine is set. @throws UserError when the file cannot be read */
export function companionSettings(): CompanionSettings {
  return readSettings().companion
}

/** Changes some of the companion's settings. @throws UserError */
export function changeCompanionSettings(changes: Partial<CompanionSettings>): void {
  const { signIns, companion } = readSettings()
  writeSettings({ signIns, companion: { ...companion, ...changes } })
}

/** Where all of this is kept. */
export const settingsFile = (): string => join(settingsFolder(), 'settings.json')

/**
 * Tells once when the companion's settings, or a sign-in, have changed: through this program or by hand. What cannot be
 * read is no change, as somebody may be typing. The answer ends it.
 */
export function onSettingsChange(listener: () => void): () => void {
  const stateOf = ({ signIns, companion }: Settings) =>
    JSON.stringify([companion, signIns.map(({ server, token, key }) => [server, token, key]).sort()])
  const before = stateOf(readSettings())
  const look = () => {
    let now: string | undefined
    try {
      now = stateOf(readSettings())
    } catch (error) {
      if (!(error instanceof UserError)) throw error
    }
    if (now === undefined || now === before) return
    clearInterval(timer)
    listener()
  }
  // Read rather than watched: a watcher misses what happens before its own first look.
  const timer = setInterval(look, lookEvery)
  return () => clearInterval(timer)
}

/** The settings, or none where the file cannot be read as such. */
function readableSettings(): Settings {
  try {
    return readSettings()
  } catch (error) {
    if (error instanceof UserError) return { signIns: [], companion: parseCompanionSettings(undefined) }
    throw error
  }
}

function readSettings(): Settings {
  const file = settingsFile()
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { signIns: [], companion: parseCompanionSettings(undefined) }
    throw new UserError(`The settings in ${file} cannot be read (${codeOf(error)}).`)
  }
  try {
    const { signIns, companion } = JSON.parse(text) as { signIns: unknown[]; companion?: unknown }
    if (signIns.every(isSignIn)) return { signIns, companion: parseCompanionSettings(companion) }
  } catch {
    // Told below.
  }
  throw new UserError(`The settings in ${file} are damaged. Run: waypost login`)
}

function writeSettings({ signIns, companion }: Settings): void {
  const file = settingsFile()
  const own = changedCompanionSettings(companion)
  try {
    if (signIns.length === 0 && own === undefined) rmSync(file, { force: true })
    else writePrivateFile(file, `${JSON.stringify({ signIns, companion: own }, undefined, 2)}\n`)
  } catch (error) {
    throw new UserError(`The settings in ${file} cannot be written (${codeOf(error)}).`)
  }
}

/** Writes a file whole or not at all, also when the power fails; from its first byte on for nobody else's eyes. */
export function writePrivateFile(file: string, text: string): void {
  const half = `${file}.${randomBytes(6).toString('hex')}`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    const open = openSync(half, 'wx', 0o600)
    try {
      writeFileSync(open, text)
      fsyncSync(open)
    } finally {
      closeSync(open)
    }
    renameSync(half, file)
  } finally {
    rmSync(half, { force: true })
  }
}

function isSignIn(value: unknown): value is SignIn {
  const { server, token, account, device, key } = (value ?? {}) as Partial<SignIn>
  const texts = [server, token, account?.iden, account?.email]
  const optional = [device, key]
  return (
    texts.every((text) => typeof text === 'string') && optional.every((text) => text === undefined || typeof text === 'string')
  )
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
