import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { leastTextingVersion, nameLength } from '@waypost/protocol'
import { machineFingerprint } from './fingerprint.ts'

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

/** Maps a platform to a type the server knows; unknown platforms count as Linux. Termux means Android. */
export function machineType(platform = process.platform): MachineType {
  if (platform === 'win32') return 'windows'
  if (platform === 'darwin') return 'mac'
  return platform === 'android' ? 'android' : 'linux'
}

/** Describes this machine. @param name replaces the host's name @param folder where Linux exposes firmware fields */
export function describeMachine(name?: string, folder = '/sys/class/dmi/id'): Machine {
  const type = machineType()
  const manufacturer = type === 'mac' ? 'Apple' : firmware(folder, 'sys_vendor')
  const model = firmware(folder, 'product_name')
  return {
    nickname: (name?.trim() || hostname() || 'Computer').slice(0, nameLength),
    type,
    icon: type === 'android' ? 'phone' : isPortable(folder) ? 'laptop' : 'desktop',
    app_version: leastTextingVersion,
    fingerprint: machineFingerprint(),
    ...(manufacturer && { manufacturer }),
    ...(model && { model }),
  }
}

/** Whether SMBIOS (7.4.1) gives a portable chassis type. */
function isPortable(folder: string): boolean {
  return ['8', '9', '10', '14', '30', '31', '32'].includes(firmware(folder, 'chassis_type') ?? '')
}

/** Undefined for placeholders left in by vendors. */
function firmware(folder: string, field: string): string | undefined {
  try {
    const text = readFileSync(join(folder, field), 'utf8').trim()
    return /^$|to be filled|o\.?e\.?m|default string|^system |^none$/i.test(text) ? undefined : text.slice(0, nameLength)
  } catch {
    return undefined
  }
}
