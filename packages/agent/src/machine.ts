import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { limits } from '@waypost/protocol'

/** What this machine says of itself when it becomes a device. */
export interface Machine {
  nickname: string
  type: MachineType
  manufacturer?: string
  model?: string
}

export type MachineType = 'windows' | 'mac' | 'linux'

/** The kinds of machine that a server knows; whatever is neither of two is taken for the third. */
export function machineType(platform = process.platform): MachineType {
  return platform === 'win32' ? 'windows' : platform === 'darwin' ? 'mac' : 'linux'
}

/** Describes this machine; `name` in place of the host's own. */
export function describeMachine(name?: string): Machine {
  const type = machineType()
  const manufacturer = type === 'mac' ? 'Apple' : firmware('sys_vendor')
  const model = firmware('product_name')
  return {
    nickname: (name?.trim() || hostname() || 'Computer').slice(0, limits.nameLength),
    type,
    ...(manufacturer && { manufacturer }),
    ...(model && { model }),
  }
}

/** A field that Linux reads from the firmware; makers that had nothing to say fill in one of these. */
function firmware(field: string): string | undefined {
  try {
    const text = readFileSync(`/sys/class/dmi/id/${field}`, 'utf8').trim()
    return /^$|to be filled|o\.?e\.?m|default string|^system |^none$/i.test(text) ? undefined : text.slice(0, limits.nameLength)
  } catch {
    return undefined
  }
}
