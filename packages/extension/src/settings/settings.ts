// The settings of this browser. Each part of the extension defines its own in a file beside this one.

import * as v from 'valibot'
import { onValue, readValue, writeValue } from '../browser/storage.ts'
import { autoOpenSettings } from './auto-open.ts'
import { noticeSettings } from './notices.ts'
import { quietSettings } from './quiet.ts'
import { sendingSettings } from './sending.ts'

const name = 'settings'

/** Every setting has a default, so an earlier version's settings are complete. */
const Settings = v.object({ ...noticeSettings, ...quietSettings, ...autoOpenSettings, ...sendingSettings })
export type Settings = v.InferOutput<typeof Settings>

const parse = (value: unknown): Settings => {
  const { success, output } = v.safeParse(Settings, value ?? {})
  return success ? output : v.parse(Settings, {})
}

export const readSettings = async (): Promise<Settings> => parse(await readValue('local', name))

/** Changes some settings and keeps the rest. */
export async function writeSettings(changed: Partial<Settings>): Promise<void> {
  await writeValue('local', name, { ...(await readSettings()), ...changed })
}

/** Calls back with the settings when any part of the extension changes one. */
export const onSettings = (listener: (settings: Settings) => void): (() => void) =>
  onValue('local', name, (value) => listener(parse(value)))
