/** How the companion (`waypost run`) of this machine is set. Everything that could tell others something is off until it is switched on. */
export interface CompanionSettings {
  /** Whether pushes, and notifications of other devices, are shown on this machine. */
  notifications: boolean
  /** Whether what is copied here can be pasted on the other devices, and the other way around. */
  clipboard: boolean
  /** Whether the notifications of this machine are shown on the other devices. */
  mirror: boolean
  /** The folder in which pushed files are saved, as an absolute path. */
  downloads: string | undefined
  /** The folders whose files the other devices may look at, as absolute paths. */
  folders: readonly string[]
  /** What texts go through, as `phone/open.ts` reads it. */
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

/** The settings that a file holds. What is missing or not what it should be is as usual: a typing mistake switches nothing on. */
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

/** What the file holds of them: only what is not as usual. Undefined when that is nothing. */
export function changedCompanionSettings(settings: CompanionSettings): Record<string, unknown> | undefined {
  const special = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaultCompanionSettings[name as keyof CompanionSettings]),
  )
  return special.length === 0 ? undefined : Object.fromEntries(special)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
