// Keeps the sign-ins of this machine and the companion's settings in a file.

import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { UserError } from '../user-error.ts'
import { type CompanionSettings, changedCompanionSettings, parseCompanionSettings } from './companion-settings.ts'

/** In milliseconds. */
const lookEvery = 1_000

/** A sign-in of this machine. */
export interface SignIn {
  /** The server's origin, e.g. `http://localhost:4280`. */
  server: string
  token: string
  account: { iden: string; email: string; name?: string }
  /** The iden of this machine's device, if it is one. */
  device?: string
  /** The key derived from the end-to-end password, as base64. The password itself is not stored. */
  key?: string
}

interface Settings {
  signIns: SignIn[]
  companion: CompanionSettings
}

/** The settings folder of this platform; `WAYPOST_SETTINGS` names another. */
export function settingsFolder(env = process.env, platform = process.platform, home = homedir()): string {
  const { WAYPOST_SETTINGS: own, APPDATA: roaming, XDG_CONFIG_HOME: config } = env
  if (own) return resolve(own)
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Waypost')
  if (platform === 'win32') return join(roaming || join(home, 'AppData', 'Roaming'), 'Waypost')
  // The XDG base directory specification says to ignore relative paths.
  return join(config && isAbsolute(config) ? config : join(home, '.config'), 'waypost')
}

/**
 * The sign-in at a server, or the latest one. A token is only sent to the server that issued it.
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

/** The sign-ins of this machine, the latest first; none when the file cannot be read. */
export function knownSignIns(): SignIn[] {
  return readableSettings().signIns
}

/**
 * Saves a sign-in as the latest, in place of an earlier one at the same server. The end-to-end key of the same account is kept.
 * @throws UserError
 */
export function keepSignIn(signIn: SignIn): void {
  const { signIns, companion } = readableSettings()
  const earlier = signIns.find(({ server, account }) => server === signIn.server && account.iden === signIn.account.iden)
  const kept = { ...(earlier?.key !== undefined && { key: earlier.key }), ...signIn }
  writeSettings({ signIns: [kept, ...signIns.filter(({ server }) => server !== signIn.server)], companion })
}

/**
 * Saves a sign-in as the only one. Keeps the end-to-end key of the same account, even if its server's address has changed.
 * @throws UserError
 */
export function replaceSignIns(signIn: SignIn): void {
  const { signIns, companion } = readableSettings()
  const earlier = signIns.find(({ account }) => account.iden === signIn.account.iden)
  writeSettings({ signIns: [{ ...(earlier?.key !== undefined && { key: earlier.key }), ...signIn }], companion })
}

/** Saves or removes the end-to-end key of a sign-in. The order of the sign-ins is kept. @throws UserError */
export function keepKey({ server }: SignIn, key: string | undefined): void {
  const { signIns, companion } = readSettings()
  const changed = signIns.map((signIn) => {
    if (signIn.server !== server) return signIn
    const { key: _old, ...rest } = signIn
    return key === undefined ? rest : { ...rest, key }
  })
  writeSettings({ signIns: changed, companion })
}

/** Removes a sign-in. @throws UserError */
export function forgetSignIn({ server }: SignIn): void {
  const { signIns, companion } = readSettings()
  writeSettings({ signIns: signIns.filter((signIn) => signIn.server !== server), companion })
}

/** The settings of the companion. @throws UserError when the file cannot be read */
export function companionSettings(): CompanionSettings {
  return readSettings().companion
}

/** Changes settings of the companion. @throws UserError */
export function changeCompanionSettings(changes: Partial<CompanionSettings>): void {
  const { signIns, companion } = readSettings()
  writeSettings({ signIns, companion: { ...companion, ...changes } })
}

/** The path of the settings file. */
export const settingsFile = (): string => join(settingsFolder(), 'settings.json')

/**
 * Calls the listener once, when the companion's settings or a sign-in change. Ignores an unreadable file, because someone may be editing
 * it. Returns a function that stops watching.
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
  // Polled, because a watcher misses changes before it starts.
  const timer = setInterval(look, lookEvery)
  return () => clearInterval(timer)
}

/** The settings, or the defaults when the file cannot be read. */
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
    // Reported below.
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

/** Writes a file atomically and durably. Only this user can read it. */
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
