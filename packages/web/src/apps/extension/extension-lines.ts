// Builds the commands that check a downloaded extension.

import type { System } from '../companion-lines.ts'

/** The command that compares a downloaded file with the server's checksum, in the folder of the file. */
export function checksumLine(system: System, name: string, sha256: string): string {
  if (system === 'windows') return `(Get-FileHash ${name}).Hash -eq "${sha256}"`
  return `echo "${sha256}  ${name}" | ${system === 'mac' ? 'shasum -a 256' : 'sha256sum'} --check`
}
