/**
 * Finds what the stories of Web Push need besides the browsers of all other stories, or installs it where no password is needed.
 * Plain JavaScript, because `npm test` and `npm run test:browsers` use it.
 */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptGet, findFullChromium, isDebian } from './ensure-browser.mjs'
import { Problem, step } from './prepare.mjs'

/**
 * Finds a Chromium that receives push messages. Without one the stories that need it are skipped, with a message.
 * @returns {Promise<string | undefined>} its path
 */
export async function ensureFullChromium() {
  if (!findFullChromium())
    await install('Installing Chromium for the stories of Web Push (once, about a minute)...', ['chromium'])
  const found = findFullChromium()
  if (!found) {
    console.log('The headless shell of Chromium has no Web Push, so its stories are skipped. To run them, install Chromium.')
  }
  return found
}

/**
 * Finds what Firefox shows notifications with: a message bus and libnotify. Without them the stories of Web Push in Firefox are skipped,
 * with a message.
 * @returns {Promise<boolean>}
 */
export async function ensureNotifications() {
  if (!hasNotifications()) {
    const packages = ['dbus-daemon', 'libnotify4']
    await install('Installing a message bus for the stories of Web Push (once, a few seconds)...', packages)
  }
  const found = hasNotifications()
  if (!found) {
    console.log(
      'Firefox cannot show notifications, so its stories of Web Push are skipped. To run them, install dbus-daemon and libnotify.',
    )
  }
  return found
}

/**
 * Installs packages as root on Debian, as in a container.
 * @param {string} doing
 * @param {string[]} packages
 */
async function install(doing, packages) {
  if (!isDebian() || process.getuid?.() !== 0) return
  try {
    await step(doing, async () => {
      await aptGet([], ['update'])
      await aptGet([], ['install', '-y', '--no-install-recommends', ...packages])
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    console.log(error.message)
  }
}

function hasNotifications() {
  if (process.platform !== 'linux') return false
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const libraries = ['/usr/lib', '/usr/lib64'].filter(existsSync).flatMap((folder) => [
    folder,
    ...readdirSync(folder)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(folder, name)),
  ])
  return (
    folders.some((folder) => isProgram(join(folder, 'dbus-daemon'))) &&
    libraries.some((folder) => existsSync(join(folder, 'libnotify.so.4')))
  )
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
