import { execFileSync } from 'node:child_process'
import { findProgram } from './program.ts'

/** What tells a program which desktop session it is in. */
const names = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_CURRENT_DESKTOP']

/**
 * Takes over what tells which desktop session this person is in, where this process was started before there was one: the session hands it to
 * the person's systemd.
 */
export function adoptSession(env = process.env): void {
  if (env.DISPLAY || env.WAYLAND_DISPLAY || !findProgram('systemctl')) return
  let lines: string[]
  try {
    const words = ['--user', 'show-environment']
    lines = execFileSync('systemctl', words, { encoding: 'utf8', timeout: 5_000, stdio: ['ignore', 'pipe', 'ignore'] }).split(
      '\n',
    )
  } catch {
    // There is no such systemd here.
    return
  }
  for (const line of lines) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (names.includes(name) && env[name] === undefined) env[name] = plainValue(value)
  }
}

/** A value that a shell would have to quote comes as `$'...'`. */
function plainValue(value: string): string {
  return /^\$'.*'$/.test(value) ? value.slice(2, -1).replace(/\\(.)/g, '$1') : value
}
