import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { Failed } from './failed.ts'

/** What this machine remembers of a sign-in. */
export interface SignIn {
  /** The server's origin, e.g. `http://localhost:4280`. */
  server: string
  token: string
  account: { iden: string; email: string; name?: string }
  /** The iden of this machine's device, when it is one. */
  device?: string
}

/** The folder in which this platform keeps a program's settings; `WAYPOST_SETTINGS` names another. */
export function settingsFolder(environment = process.env, platform = process.platform, home = homedir()): string {
  const { WAYPOST_SETTINGS: own, APPDATA: roaming, XDG_CONFIG_HOME: config } = environment
  if (own) return resolve(own)
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Waypost')
  if (platform === 'win32') return join(roaming || join(home, 'AppData', 'Roaming'), 'Waypost')
  // The XDG base directory specification says to ignore a relative path.
  return join(config && isAbsolute(config) ? config : join(home, '.config'), 'waypost')
}

/**
 * The sign-in at a server, or the latest one. A token goes to the server that it was made for and to no other, so another
 * `--server` needs a sign-in of its own.
 * @throws Failed when there is none
 */
export function signInAt(server?: string): SignIn {
  const found = readSignIns().find((signIn) => server === undefined || signIn.server === server)
  if (found) return found
  throw new Failed(
    server === undefined
      ? 'You are not signed in. Run: waypost login'
      : `You are not signed in to ${server}. Run: waypost login --server ${server}`,
  )
}

/** The sign-ins of this machine, the latest first; none when the file cannot be read as one. */
export function knownSignIns(): SignIn[] {
  try {
    return readSignIns()
  } catch (error) {
    if (error instanceof Failed) return []
    throw error
  }
}

/** Remembers a sign-in in place of an earlier one at the same server, as the latest. @throws Failed */
export function keepSignIn(signIn: SignIn): void {
  writeSignIns([signIn, ...knownSignIns().filter(({ server }) => server !== signIn.server)])
}

/** Forgets a sign-in. @throws Failed */
export function forgetSignIn({ server }: SignIn): void {
  writeSignIns(readSignIns().filter((signIn) => signIn.server !== server))
}

const settingsFile = () => join(settingsFolder(), 'settings.json')

function readSignIns(): SignIn[] {
  const file = settingsFile()
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw new Failed(`The settings in ${file} cannot be read (${codeOf(error)}).`)
  }
  try {
    const { signIns } = JSON.parse(text) as { signIns: unknown[] }
    if (signIns.every(isSignIn)) return signIns
  } catch {
    // Told below.
  }
  throw new Failed(`The settings in ${file} are damaged. Run: waypost login`)
}

function writeSignIns(signIns: readonly SignIn[]): void {
  const file = settingsFile()
  try {
    if (signIns.length === 0) rmSync(file, { force: true })
    else writeWhole(file, `${JSON.stringify({ signIns }, undefined, 2)}\n`)
  } catch (error) {
    throw new Failed(`The settings in ${file} cannot be written (${codeOf(error)}).`)
  }
}

/** Writes a file whole or not at all, also when the power fails; from its first byte on for nobody else's eyes. */
function writeWhole(file: string, text: string): void {
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
  const { server, token, account, device } = (value ?? {}) as Partial<SignIn>
  const texts = [server, token, account?.iden, account?.email]
  return texts.every((text) => typeof text === 'string') && (device === undefined || typeof device === 'string')
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
