// Sets up the sessions of PostgreSQL. Poolers such as PgBouncer refuse connections whose first packet has settings that they do not know, so
// settings are made by a statement.

import type { ClientBase, ClientConfig } from 'pg'

/** Milliseconds after which the database releases the locks of a node that went silent during a write. */
const silence = 30_000
/** Milliseconds that a session waits for its first answer: a pooler accepts a connection before it has one to the database. */
const answerTimeout = 10_000

/** How to connect, and the settings of each session. */
export interface SessionConfig {
  client: ClientConfig
  settings: readonly (readonly [name: string, value: string])[]
}

/** Reads an address, with settings as libpq takes them: `?options=-c search_path=waypost`. */
export function sessionConfig(address: string): SessionConfig {
  const settings: [string, string][] = [['idle_in_transaction_session_timeout', String(silence)]]
  let connectionString = address
  const url = new URL(address)
  const asked = settingsIn(url.searchParams.get('options') ?? '')
  if (asked && asked.length > 0) {
    url.searchParams.delete('options')
    connectionString = url.href
    settings.push(...asked)
  }
  return { client: { connectionString, application_name: 'waypost', keepAlive: true }, settings }
}

/** The settings in `options`; undefined if there is anything else in it, which the database has to read then. */
function settingsIn(options: string): [string, string][] | undefined {
  const words = options
    .replace(/(^|\s)-c\s+/g, '$1-c')
    .split(/\s+/)
    .filter(Boolean)
  const found: [string, string][] = []
  for (const word of words) {
    const [, name, value] = /^(?:-c|--)([\w.-]+)=([^\\]*)$/.exec(word) ?? []
    if (name === undefined || value === undefined) return undefined
    found.push([name.replaceAll('-', '_'), value])
  }
  return found
}

/** Makes the settings of a session that has just begun. @throws the error of the network or of the database */
export async function beginSession(client: ClientBase, { settings }: SessionConfig): Promise<void> {
  const set = settings.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`)
  const query = { text: `SELECT ${set.join(', ')}`, values: settings.flat(), query_timeout: answerTimeout }
  await client.query(query)
}
