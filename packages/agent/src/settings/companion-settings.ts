/** The settings of the companion (`waypost run`). Everything that could reveal something to other people or devices is off by default. */
export interface CompanionSettings {
  /** Whether pushes and notifications of other devices are shown on this machine. */
  notifications: boolean
  clipboard: boolean
  /** Whether notifications of this machine are shown on the other devices. */
  mirror: boolean
  /** The absolute path of the folder for received files. */
  downloads: string | undefined
  /** Absolute paths. */
  folders: readonly string[]
  /** See `phone/open.ts`. */
  phone: string | undefined
}

export const defaultCompanionSettings: CompanionSettings = {
  notifications: true,
  clipboard: false,
  mirror: false,
  downloads: undefined,
  folders: [],
  phone: undefined,
}

/** Parses the settings of a file. Missing or invalid values fall back to the defaults, so a typo switches nothing on. */
export function parseCompanionSettings(value: unknown): CompanionSettings {
  const { notifications, clipboard, mirror, downloads, folders, phone } = (value ?? {}) as Record<string, unknown>
  return {
    notifications: notifications !== false,
    clipboard: clipboard === true,
    mirror: mirror === true,
    downloads: isText(downloads) ? downloads : undefined,
    folders: Array.isArray(folders) ? folders.filter(isText) : [],
    phone: isText(phone) ? phone : undefined,
  }
}

/** The settings that differ from the defaults; undefined when all are defaults. */
export function changedCompanionSettings(settings: CompanionSettings): Record<string, unknown> | undefined {
  const special = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaultCompanionSettings[name as keyof CompanionSettings]),
  )
  return special.length === 0 ? undefined : Object.fromEntries(special)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
