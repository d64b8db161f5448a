// Decides which apps of phones are muted: their notifications are not mirrored.

import { isBlank } from '../wire/field.ts'

/** The name of the preference of an account that lists the package names of muted apps. */
export const mutedAppsPreference = 'muted_apps'
/** The name of the preference that has their names for people, by package name. */
export const mutedAppNamesPreference = 'muted_app_names'

/** Apps that an account mutes at most. */
export const mostMutedApps = 100
const packageLength = 200
const nameLength = 100

type Preferences = Readonly<Record<string, unknown>>

/** The package names of the muted apps; of a list that is too long, the latest. */
export function mutedApps(preferences: Preferences | undefined): readonly string[] {
  const stored = preferences?.[mutedAppsPreference]
  if (!Array.isArray(stored)) return []
  return [...new Set(stored.slice(-mostMutedApps).filter(isPackage))]
}

/** The muted apps with the names that people know them by. */
export function namedMutedApps(preferences: Preferences | undefined): { app: string; name: string }[] {
  const stored = preferences?.[mutedAppNamesPreference]
  const names = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : [])
  return mutedApps(preferences).map((app) => {
    const name = names.get(app)
    return { app, name: typeof name === 'string' && !isBlank(name) ? name.slice(0, nameLength) : app }
  })
}

/** The preferences that change when an app is muted; undefined where no more can be. */
export function muting(preferences: Preferences | undefined, app: string, name: string): Preferences | undefined {
  const others = namedMutedApps(preferences).filter((each) => each.app !== app)
  if (!isPackage(app) || others.length >= mostMutedApps) return undefined
  return stored([...others, { app, name: name.slice(0, nameLength) || app }])
}

/** The preferences that change when an app is not muted any more. */
export function unmuting(preferences: Preferences | undefined, app: string): Preferences {
  return stored(namedMutedApps(preferences).filter((each) => each.app !== app))
}

function stored(apps: readonly { app: string; name: string }[]): Preferences {
  const named = apps.filter(({ app, name }) => app !== name)
  return {
    [mutedAppsPreference]: apps.length === 0 ? undefined : apps.map(({ app }) => app),
    [mutedAppNamesPreference]: named.length === 0 ? undefined : Object.fromEntries(named.map(({ app, name }) => [app, name])),
  }
}

const isPackage = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= packageLength
