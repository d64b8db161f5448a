import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { leastTextingVersion, limits } from '@waypost/protocol'
import { machineFingerprint } from './fingerprint.ts'

/** What this machine says of itself when it becomes a device. */
interface Machine {
  nickname: string
  type: MachineType
  icon: 'desktop' | 'laptop' | 'phone'
  app_version: number
  fingerprint: string
  manufacturer?: string
  model?: string
}

export type MachineType = 'windows' | 'mac' | 'linux' | 'android'

/** The kinds of machine that a server knows; whatever is none of the others is taken for Linux. Termux runs on Android. */
export function machineType(platform = process.platform): MachineType {
  if (platform === 'win32') return 'windows'
  if (platform === 'darwin') return 'mac'
  return platform === 'android' ? 'android' : 'linux'
}

/** Describes this machine; `name` in place of the host's own. @param folder where Linux shows what the firmware says */
export function describeMachine(name?: string, folder = '/sys/class/dmi/id'): Machine {
  const type = machineType()
  const manufacturer = type === 'mac' ? 'Apple' : firmware(folder, 'sys_vendor')
  const model = firmware(folder, 'product_name')
  return {
    nickname: (name?.trim() || hostname() || 'Computer').slice(0, limits.nameLength),
    type,
    icon: type === 'android' ? 'phone' : isPortable(folder) ? 'laptop' : 'desktop',
    app_version: leastTextingVersion,
    fingerprint: machineFingerprint(),
    ...(manufacturer && { manufacturer }),
    ...(model && { model }),
  }
}

/** Linux tells the form of the case by a number of the SMBIOS specification (7.4.1); these are the ones that people carry about. */
function isPortable(folder: string): boolean {
  return ['8', '9', '10', '14', '30', '31', '32'].includes(firmware(folder, 'chassis_type') ?? '')
}

/** A field that Linux reads from the firmware; makers that had nothing to say fill in one of these. */
function firmware(folder: string, field: string): string | undefined {
  try {
    const text = readFileSync(join(folder, field), 'utf8').trim()
    return /^$|to be filled|o\.?e\.?m|default string|^system |^none$/i.test(text) ? undefined : text.slice(0, limits.nameLength)
  } catch {
    return undefined
  }
}
