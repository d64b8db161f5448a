/**
 * Finds the requirements of the trial of the companion against kdeconnectd, or installs them if that needs no password: the program, a
 * message bus, a screen and its clipboard, and network namespaces, which only root can create. Plain JavaScript, because `npm run
 * test:browsers` uses it.
 */
import { existsSync, readdirSync } from 'node:fs'
import { canInstall, commandFolders, hasCommands, installPackages, isProgram } from '../system-programs.mjs'

const programs = ['dbus-daemon', 'Xvfb', 'xclip', 'ip']
const packages = ['kdeconnect', 'dbus-daemon', 'xvfb', 'xclip', 'iproute2']

/** @returns {Promise<boolean>} whether everything is available; otherwise the trial is skipped, with a message */
export async function ensureKdeconnect() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    console.log('The trial against kdeconnectd is skipped: it makes network namespaces, as root on Linux.')
    return false
  }
  if (!hasKdeconnect() && canInstall())
    await installPackages('Installing kdeconnectd for the trial of phones (once, about a minute)...', packages)
  if (hasKdeconnect()) return true
  console.log(`The trial against kdeconnectd is skipped. To run it, install ${packages.join(', ')}.`)
  return false
}

/** Root's programs may be missing from PATH. */
function hasKdeconnect() {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu')) : []
  const found = folders.some((name) => isProgram(`/usr/lib/${name}/libexec/kdeconnectd`))
  return found && hasCommands(programs, [...commandFolders(), '/usr/sbin', '/sbin'])
}
