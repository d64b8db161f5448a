import { Refusal, setServerSettings } from '@waypost/protocol'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import type { Reader } from '../db/db.ts'
import { countPaying } from '../plan/rows.ts'
import { readDomains } from '../settings/domains.ts'
import { fixedBy, pictureOf } from '../settings/rules.ts'
import type { Changes } from '../settings/settings.ts'

/** Refuses changes to fixed settings, and invalid values. @throws Refusal `setting_fixed`, `plans_in_use`, `invalid_param` */
export async function checkSettings(
  changes: Changes,
  { db, config, plans }: { db: Reader; config: Config; plans: 'on' | 'off' },
): Promise<void> {
  for (const name of Object.keys(changes)) {
    const variable = fixedBy(name, config)
    if (variable !== undefined) throw new Refusal('setting_fixed', fixed(variable), { param: name })
  }
  if (changes.sign_up_domains != null && !readDomains(changes.sign_up_domains)) throw Refusal.param('sign_up_domains', noDomains)
  if (changes.picture != null && !pictureOf(changes.picture)) throw Refusal.param('picture', noPicture)
  if (changes.plans === 'off' && plans === 'on') {
    const paying = await countPaying(db)
    if (paying > 0) throw new Refusal('plans_in_use', stillPaying(paying), { param: 'plans' })
  }
}

/** Parses a setting from a command line argument. @returns undefined for an invalid value */
export function readSetting(name: string, word: string): string | number | undefined {
  const field = (setServerSettings.takes as unknown as { entries: Record<string, v.GenericSchema> }).entries[name]
  const parsed = field && v.safeParse(field, word)
  return parsed?.success ? (parsed.output as string | number) : undefined
}

/** The audit log details of changed settings. */
export const detailsOfSettings = (changes: Changes) =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, value === null ? 'default' : name === 'picture' ? 'changed' : value]),
  )

const fixed = (variable: string) => `The server was started with ${variable}, which sets this. Change it there.`
const noDomains = 'Type domains like example.org, separated by commas.'
const noPicture = 'Choose a PNG, JPEG or WebP picture of at most 96 kB.'
const stillPaying = (count: number) =>
  count === 1
    ? 'One account pays for Pro. Plans can be switched off once its subscription is cancelled.'
    : `${count} accounts pay for Pro. Plans can be switched off once their subscriptions are cancelled.`
