import { resolve } from 'node:path'

/** What the environment says, read once and checked. */
export interface Config {
  host: string
  /** 0 = any free port. */
  port: number
  /** How browsers reach this server, without a slash at the end; undefined: `http://localhost:<port>`. */
  origin: string | undefined
  /** Folder of everything that is kept. */
  data: string
  signUp: 'open' | 'invite' | 'closed'
  log: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** A setting that the server cannot start with. The message is one sentence that names it and says what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the `WAYPOST_` variables. @throws ConfigError */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const said = (name: string) => environment[name]?.trim() || undefined
  const host = said('WAYPOST_HOST') ?? '127.0.0.1'
  const origin = readOrigin(said('WAYPOST_ORIGIN'))
  return {
    host,
    port: readPort(said('WAYPOST_PORT')),
    origin,
    data: resolve(said('WAYPOST_DATA') ?? 'data'),
    signUp:
      oneOf('WAYPOST_SIGNUP', said('WAYPOST_SIGNUP'), ['open', 'invite', 'closed']) ?? (isLocal(origin) ? 'open' : 'invite'),
    log: oneOf('WAYPOST_LOG', said('WAYPOST_LOG'), ['silent', 'error', 'warn', 'info', 'debug']) ?? 'warn',
  }
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 4280
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new ConfigError(`WAYPOST_PORT is '${text}'; set it to a whole number from 0 to 65535.`)
  }
  return port
}

function readOrigin(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new ConfigError(`WAYPOST_ORIGIN is '${text}'; set it to an address like https://push.example.org, without a path.`)
  }
  return url.origin
}

function oneOf<const T extends string>(name: string, text: string | undefined, words: readonly T[]): T | undefined {
  if (text === undefined) return undefined
  if (!(words as readonly string[]).includes(text))
    throw new ConfigError(`${name} is '${text}'; set it to one of ${words.join(', ')}.`)
  return text as T
}

/** Whether only this machine can reach the origin; signing up is open there unless said otherwise. */
function isLocal(origin: string | undefined): boolean {
  if (origin === undefined) return true
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
