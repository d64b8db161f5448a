import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname, networkInterfaces, userInfo } from 'node:os'

/**
 * What tells this machine from all others, and stays the same when everything of Waypost is removed and installed anew: 64 hexadecimal
 * digits, from which nobody learns the machine's own number. Another user of the machine, and settings in a folder that
 * `WAYPOST_SETTINGS` names, are a machine of their own.
 */
export function machineFingerprint(env = process.env): string {
  const parts = ['waypost', machineNumber(), userInfo().username, env.WAYPOST_SETTINGS ?? '']
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * The number that the operating system gave itself when it was installed: `machine-id` of Linux, `IOPlatformUUID` of a Mac, `MachineGuid`
 * of Windows. Android tells none; there, and where it cannot be read, names that seldom change stand in for it.
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
    // Told below.
  }
  const addresses = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ mac }) => mac))
  const [address = ''] = addresses.filter((mac) => !/^(00:)+00$/.test(mac)).sort()
  return `${hostname()} ${address}`
}
