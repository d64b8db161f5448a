import { isAbsolute, join } from 'node:path'
import { findProgram } from '../desktop/program.ts'
import { takeLock } from '../machine/lock.ts'
import { settingsFolder } from '../settings/settings.ts'
import { UserError } from '../user-error.ts'
import { openGammu } from './gammu.ts'
import type { Phone } from './phone.ts'
import { openSimulated } from './simulated.ts'
import { readSpool } from './spool.ts'
import { openTermux } from './termux.ts'

/** The help for the setting `phone`. */
export const phoneHelp =
  "'gammu:/etc/gammu-smsdrc' for a modem behind gammu-smsd, with ',contacts=/home/me/contacts.vcf' for its phone book and ',country=+49' " +
  "for numbers that are written without a country's code; 'termux' for the Android phone that this runs on; 'simulated' to try things out"

interface PhoneSetting {
  kind: 'gammu' | 'termux' | 'simulated'
  /** The path of the gammu-smsdrc. */
  config: string
  contacts?: string
  country?: string
}

const defaultConfig = '/etc/gammu-smsdrc'

/** Parses the setting, e.g. `gammu:/etc/gammu-smsdrc,country=+49`. @throws UserError if it is invalid */
export function readPhoneSetting(setting: string): PhoneSetting {
  const [first = '', ...options] = setting.split(',').map((part) => part.trim())
  const [, kind = '', config = ''] = /^([a-z]*)(?::(.*))?$/s.exec(first) ?? []
  if (kind !== 'gammu' && kind !== 'termux' && kind !== 'simulated')
    throw new UserError(`"${setting}" is not a phone. Give ${phoneHelp}.`)
  if (kind !== 'gammu' && (config !== '' || (kind === 'simulated' && options.length > 0)))
    throw new UserError(`The phone "${kind}" takes no options. Give ${phoneHelp}.`)
  const read: PhoneSetting = { kind, config: config || defaultConfig }
  const absolute = (path: string) => {
    // The companion may be started in any folder.
    if (!isAbsolute(path)) throw new UserError(`"${path}" is not an absolute path.`)
    return path
  }
  absolute(read.config)
  for (const option of options) {
    const [, name, value = ''] = /^(contacts|country)=(.+)$/s.exec(option) ?? []
    if (name === 'contacts' && kind === 'gammu') read.contacts = absolute(value)
    else if (name === 'country' && /^\+[1-9]\d{0,2}$/.test(value)) read.country = value
    else throw new UserError(`"${option}" is not an option for a phone. Give ${phoneHelp}.`)
  }
  return read
}

/** Checks that a setting can work on this machine, without opening the phone. @throws UserError with what to do */
export function checkPhone(setting: string): void {
  const { kind, config } = readPhoneSetting(setting)
  if (kind === 'gammu') readSpool(config)
  if (kind === 'termux' && !findProgram('termux-sms-list'))
    throw new UserError(
      'termux-sms-list is missing. On an Android phone install the app Termux:API, and then run: pkg install termux-api',
    )
}

/**
 * Opens the phone of a setting. Only one process on this machine can open it at a time.
 * @param setting see `phoneHelp`
 * @throws UserError with what to do if it can't be used
 */
export function openPhone(
  setting: string,
  { folder = join(settingsFolder(), 'phone'), log = () => {} }: { folder?: string; log?(line: string): void } = {},
): Phone {
  const { kind, config, contacts, country } = readPhoneSetting(setting)
  if (kind === 'simulated') return openSimulated()
  const own = join(folder, kind)
  const lock = takeLock(join(own, 'lock'))
  if ('heldBy' in lock)
    throw new UserError(`Another companion on this machine uses the phone, process ${lock.heldBy}. Stop it first.`)
  try {
    const phone =
      kind === 'termux' ? openTermux({ folder: own, country, log }) : openGammu({ config, contacts, country, folder: own, log })
    return { ...phone, close: () => phone.close().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}
