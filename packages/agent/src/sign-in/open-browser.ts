import { spawn } from 'node:child_process'
import { machineType } from '../machine/machine.ts'

/** How each platform opens an address in the default browser. No shell, because `&` is special there. */
const openers = {
  linux: ['xdg-open'],
  mac: ['open'],
  windows: ['rundll32', 'url.dll,FileProtocolHandler'],
  android: ['termux-open-url'],
} as const

/** Whether there may be a browser: a configured one, or any if there is a display. */
export function hasBrowser(env = process.env, type = machineType()): boolean {
  const { WAYPOST_BROWSER: own, DISPLAY, WAYLAND_DISPLAY } = env
  return Boolean(own) || type !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY)
}

/** Opens an address in the browser; failures are ignored. `WAYPOST_BROWSER` names another program, or `none`. */
export function openBrowser(address: string): void {
  const own = process.env.WAYPOST_BROWSER
  if (own === 'none') return
  const [program, ...args] = own ? [own] : openers[machineType()]
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
