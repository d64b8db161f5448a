/**
 * Finds gammu-smsd, whose dummy phone the SMS tests use, or installs it where no password is needed.
 * Plain JavaScript, because `npm test` uses it.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptGet, isDebian } from './ensure-browser.mjs'
import { Problem, step } from './prepare.mjs'

const programs = ['gammu', 'gammu-smsd', 'gammu-smsd-inject']

/**
 * Installs it as root on Debian and Ubuntu, as in a container. On a developer's machine it would become a service that looks for a modem.
 * Without it the tests that need it are skipped, with a message.
 */
export async function ensureGammu() {
  if (hasGammu()) return
  if (isDebian() && process.getuid?.() === 0) {
    try {
      await step('Installing gammu for the tests of texting (once, a few seconds)...', async () => {
        await aptGet([], ['update'])
        await aptGet([], ['install', '-y', '--no-install-recommends', 'gammu', 'gammu-smsd'])
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      console.log(error.message)
    }
    if (hasGammu()) return
  }
  console.log(
    'gammu-smsd is not installed, so the tests of texting through a modem are skipped. To run them, install gammu and gammu-smsd.',
  )
}

function hasGammu() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return programs.every((program) => folders.some((folder) => isProgram(join(folder, program))))
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
