// Defines how the command line shows, parses and resets each setting of the companion.

import { mkdtempSync, opendirSync, rmdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { openClipboard } from '../desktop/clipboard.ts'
import { checkPhone } from '../phone/open.ts'
import { type CompanionSettings, defaultCompanionSettings } from '../settings/companion-settings.ts'
import { UserError } from '../user-error.ts'

interface SettingDefinition {
  /** A description in a few words. */
  does: string
  show(settings: CompanionSettings): string
  /** Why the setting has no effect on this machine right now; it is saved all the same. */
  obstacle?(settings: CompanionSettings): string | undefined
  /** Parses the value given by the user; without one, returns the default. @throws UserError */
  read(values: readonly string[] | undefined): Partial<CompanionSettings>
}

export const settingNames = ['notifications', 'downloads', 'folders', 'phone', 'clipboard', 'mirror'] as const
export type SettingName = (typeof settingNames)[number]

export const settingDefinitions: Record<SettingName, SettingDefinition> = {
  notifications: onOrOff('notifications', 'on: pushes, and notifications of your other devices, are shown on this machine'),
  downloads: {
    does: 'a folder; files that you push to this machine are saved there',
    show: ({ downloads }) => downloads ?? '',
    read(values) {
      if (!values || values.join() === 'off') return { downloads: undefined }
      const downloads = one(values, 'downloads', 'a folder')
      return { downloads: folder(downloads, 'write') }
    },
  },
  folders: {
    does: 'folders whose files your other devices may look at',
    show: ({ folders }) => folders.join(', '),
    read(values) {
      if (!values || values.join() === 'off') return { folders: [] }
      if (values.length === 0) throw new UserError('Say which folders: waypost settings set folders ~/Pictures')
      return { folders: [...new Set(values.map((path) => folder(path, 'read')))] }
    },
  },
  phone: {
    does: 'what text messages go through: gammu, termux or simulated; see the help',
    show: ({ phone }) => phone ?? '',
    read(values) {
      if (!values || values.join() === 'off') return { phone: undefined }
      const phone = one(values, 'phone', 'a phone')
      checkPhone(phone)
      return { phone }
    },
  },
  clipboard: {
    ...onOrOff('clipboard', 'on: what you copy here can be pasted on your other devices, and the other way around'),
    obstacle({ clipboard }) {
      if (!clipboard) return undefined
      try {
        openClipboard()
        return undefined
      } catch (error) {
        if (error instanceof UserError) return error.message
        throw error
      }
    },
  },
  mirror: onOrOff('mirror', 'on: notifications of this machine are shown on your other devices'),
}

export function isSetting(name: string | undefined): name is SettingName {
  return settingNames.some((each) => each === name)
}

function onOrOff(name: 'notifications' | 'clipboard' | 'mirror', does: string): SettingDefinition {
  return {
    does,
    show: (settings) => (settings[name] ? 'on' : 'off'),
    read(values) {
      if (!values) return { [name]: defaultCompanionSettings[name] }
      const value = one(values, name, 'on or off').toLowerCase()
      if (value !== 'on' && value !== 'off') throw new UserError(`${name} can be on or off, not "${value}".`)
      return { [name]: value === 'on' }
    },
  }
}

function one(values: readonly string[], name: string, what: string): string {
  const [value, ...more] = values
  if (value === undefined || more.length > 0) throw new UserError(`Give ${what}: waypost settings set ${name} ...`)
  return value
}

/** @returns an absolute path @throws UserError unless the folder exists and this user can use it */
function folder(text: string, use: 'read' | 'write'): string {
  // A shell does not expand it within quotes.
  const path = text === '~' || text.startsWith('~/') ? join(homedir(), text.slice(1)) : resolve(text)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new UserError(`There is no folder ${path}. Create it first.`)
  if (!found.isDirectory()) throw new UserError(`${path} is not a folder.`)
  try {
    if (use === 'write') rmdirSync(mkdtempSync(join(path, '.waypost-')))
    else opendirSync(path).closeSync()
  } catch (error) {
    const what = use === 'write' ? 'Nothing can be saved in' : 'This user cannot look into'
    throw new UserError(
      `${what} ${path} (${(error as NodeJS.ErrnoException).code}). Choose another folder, or change its permissions.`,
    )
  }
  return path
}
