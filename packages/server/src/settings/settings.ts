// Keeps the administrators' server settings in memory, the same on every node.

import type { Bus } from '../bus/bus.ts'
import type { Db, Reader, Writer } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { readDomains } from './domains.ts'
import { allSettings, deleteSetting, saveSetting } from './rows.ts'
import { type Chosen, chosenOf, type ServerSettings, type SettingName, type Surroundings, settingsOf } from './rules.ts'

/** The settings that administrators change while the server runs. */
export interface Settings {
  /** The settings in effect. Read them each time, because they change. */
  readonly now: ServerSettings
  readonly chosen: Chosen
  /** Stores settings for every node, and `also` in the same write; null resets one to its default. Resolves once in effect here. */
  save(settings: Changes, also: (tx: Writer) => Promise<void>): Promise<void>
  onChange(listener: (now: ServerSettings, before: ServerSettings) => void): void
}

/** Settings to store; null resets one to its default. */
export type Changes = { readonly [Name in SettingName]?: Chosen[Name] | null | undefined }

const subject = 'server-settings'
/** The job by which a program beside the server announces changed settings. */
export const settingsChangedJob = { type: 'server-settings', key: 'changed' }
/** Milliseconds until the settings are reloaded if the database didn't answer. */
const retryAfter = 1_000

/** Opens the settings. @param onError called when they can't be reloaded; the previous ones stay in effect until they can */
export async function openSettings(
  { db, bus, jobs, config }: { db: Db; bus: Bus; jobs: Jobs; config: Surroundings },
  onError: (error: unknown) => void,
): Promise<Settings> {
  const listeners: ((now: ServerSettings, before: ServerSettings) => void)[] = []
  let chosen: Chosen = {}
  let now = settingsOf(chosen, config)
  let reading: Promise<void> = Promise.resolve()

  async function read(): Promise<void> {
    const rows = chosenOf(await allSettings(db))
    if (JSON.stringify(rows) === JSON.stringify(chosen)) return
    const before = now
    chosen = rows
    now = settingsOf(chosen, config)
    for (const listener of listeners) listener(now, before)
  }

  /** One read after another, so that an older one never replaces a newer one. */
  function readAgain(): Promise<void> {
    reading = reading.then(read, read)
    return reading
  }

  function follow(): void {
    readAgain().catch((error) => {
      onError(error)
      setTimeout(follow, retryAfter).unref()
    })
  }

  const tell = () => bus.publish(subject, {})
  await bus.subscribe(subject, follow)
  bus.onGap(follow)
  jobs.handle(settingsChangedJob.type, async () => {
    tell()
    return undefined
  })
  await readAgain()

  return {
    get now() {
      return now
    },
    get chosen() {
      return chosen
    },
    async save(changes, also) {
      await db.write(async (tx) => {
        await writeSettings(tx, changes)
        await also(tx)
      })
      tell()
      await readAgain()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

/** The stored domains whose addresses may sign up; for code that also runs beside a server. */
export const readSignUpDomains = async (reader: Reader): Promise<string[]> =>
  readDomains(chosenOf(await allSettings(reader)).sign_up_domains ?? '') ?? []

/** Stores settings. Servers reload them when notified. */
export async function writeSettings(tx: Writer, changes: Changes): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) await deleteSetting(tx, name)
    else if (value !== undefined) await saveSetting(tx, { name, value: JSON.stringify(value) })
  }
}
