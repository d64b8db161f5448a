import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname, networkInterfaces, userInfo } from 'node:os'

/**
 * Identifies this machine, even across reinstalling Waypost: 64 hexadecimal digits that don't reveal the machine's own id. Another user, or
 * a settings folder set by `WAYPOST_SETTINGS`, counts as a separate machine.
 */
export function machineFingerprint(env = process.env): string {
  const parts = ['waypost', machineNumber(), userName(), env.WAYPOST_SETTINGS ?? '']
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** A container's user may have none. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

/**
 * The id of the operating system's installation: `machine-id` on Linux, `IOPlatformUUID` on macOS, `MachineGuid` on Windows. Android has
 * none; there, and if it can't be read, the host name and a MAC address replace it.
 */
function machineNumber(): string {
  try {
    if (process.platform === 'darwin') {
      const tree = execFileSync('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], { encoding: 'utf8', timeout: 5_000 })
      const [, number] = /"IOPlatformUUID" = "([^"]+)"/.exec(tree) ?? []
      if (number) return number
    } else if (process.platform === 'win32') {
      const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography'
      const entry = execFileSync('reg', ['query', key, '/v', 'MachineGuid'], { encoding: 'utf8', timeout: 5_000 })
      const [, number] = /REG_SZ\s+(\S+)/.exec(entry) ?? []
      if (number) return number
    } else {
      const number = readFileSync('/etc/machine-id', 'utf8').trim()
      if (number) return number
    }
  } catch {
    // Falls through to the replacement.
  }
  const addresses = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ mac }) => mac))
  const [address = ''] = addresses.filter((mac) => !/^(00:)+00$/.test(mac)).sort()
  return `${hostname()} ${address}`
}
