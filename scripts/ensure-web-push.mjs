/**
 * Finds the additional requirements of the Web Push stories, or installs them if that needs no password. Plain JavaScript, because `npm
 * test` and `npm run test:browsers` use it.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFullChromium } from './ensure-browser.mjs'
import { hasCommands, installPackages } from './system-programs.mjs'

/**
 * Finds a Chromium that receives push messages. Without one the stories that need it are skipped, with a message.
 * @returns {Promise<string | undefined>} its path
 */
export async function ensureFullChromium() {
  if (!findFullChromium())
    await installPackages('Installing Chromium for the stories of Web Push (once, about a minute)...', ['chromium'])
  const found = findFullChromium()
  if (!found) {
    console.log('The headless shell of Chromium has no Web Push, so its stories are skipped. To run them, install Chromium.')
  }
  return found
}

/**
 * Finds the programs with which Firefox shows notifications: a message bus and libnotify. Without them the stories of Web Push in Firefox
 * are skipped, with a message.
 * @returns {Promise<boolean>}
 */
export async function ensureNotifications() {
  if (!hasNotifications()) {
    const packages = ['dbus-daemon', 'libnotify4']
    await installPackages('Installing a message bus for the stories of Web Push (once, a few seconds)...', packages)
  }
  const found = hasNotifications()
  if (!found) {
    console.log(
      'Firefox cannot show notifications, so its stories of Web Push are skipped. To run them, install dbus-daemon and libnotify.',
    )
  }
  return found
}

function hasNotifications() {
  if (process.platform !== 'linux') return false
  const libraries = ['/usr/lib', '/usr/lib64'].filter(existsSync).flatMap((folder) => [
    folder,
    ...readdirSync(folder)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(folder, name)),
  ])
  return hasCommands(['dbus-daemon']) && libraries.some((folder) => existsSync(join(folder, 'libnotify.so.4')))
}
