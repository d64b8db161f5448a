import { isBlank } from '../wire/field.ts'

/** The preference of an account that lists the package names of muted apps. */
export const mutedAppsPreference = 'muted_apps'
/** The preference that has their display names, by package name. */
export const mutedAppNamesPreference = 'muted_app_names'

/** The most apps that an account can mute. */
export const mostMutedApps = 100
const packageLength = 200
const nameLength = 100

type Preferences = Readonly<Record<string, unknown>>

/** The package names of the muted apps; the latest ones if the list is too long. */
export function mutedApps(preferences: Preferences | undefined): readonly string[] {
  const stored = preferences?.[mutedAppsPreference]
  if (!Array.isArray(stored)) return []
  return [...new Set(stored.slice(-mostMutedApps).filter(isPackage))]
}

/** The muted apps with their display names. */
export function namedMutedApps(preferences: Preferences | undefined): { app: string; name: string }[] {
  const stored = preferences?.[mutedAppNamesPreference]
  const names = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : [])
  return mutedApps(preferences).map((app) => {
    const name = names.get(app)
    return { app, name: typeof name === 'string' && !isBlank(name) ? name.slice(0, nameLength) : app }
  })
}

/** The preferences that change when an app is muted; undefined at the limit. */
export function muting(preferences: Preferences | undefined, app: string, name: string): Preferences | undefined {
  const others = namedMutedApps(preferences).filter((each) => each.app !== app)
  if (!isPackage(app) || others.length >= mostMutedApps) return undefined
  return stored([...others, { app, name: name.slice(0, nameLength) || app }])
}

/** The preferences that change when an app is unmuted. */
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
