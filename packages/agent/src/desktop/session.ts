// Lets a process that started before the desktop session use the session.

import { execFileSync } from 'node:child_process'
import { findProgram } from './program.ts'

const names = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_CURRENT_DESKTOP']

/** Copies the variables of the user's desktop session from the user's systemd, for a process that was started before the session. */
export function adoptSession(env = process.env): void {
  if (env.DISPLAY || env.WAYLAND_DISPLAY || !findProgram('systemctl')) return
  let lines: string[]
  try {
    const words = ['--user', 'show-environment']
    lines = execFileSync('systemctl', words, { encoding: 'utf8', timeout: 5_000, stdio: ['ignore', 'pipe', 'ignore'] }).split(
      '\n',
    )
  } catch {
    // There is no user systemd here.
    return
  }
  for (const line of lines) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (names.includes(name) && env[name] === undefined) env[name] = plainValue(value)
  }
}

/** Values that a shell would have to quote are printed as `$'...'`. */
function plainValue(value: string): string {
  return /^\$'.*'$/.test(value) ? value.slice(2, -1).replace(/\\(.)/g, '$1') : value
}
