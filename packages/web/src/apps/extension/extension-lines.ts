import type { System } from '../companion-lines.ts'

/** The command that checks a downloaded file against the server's checksum, run in the file's folder. */
export function checksumLine(system: System, name: string, sha256: string): string {
  if (system === 'windows') return `(Get-FileHash ${name}).Hash -eq "${sha256}"`
  return `echo "${sha256}  ${name}" | ${system === 'mac' ? 'shasum -a 256' : 'sha256sum'} --check`
}
