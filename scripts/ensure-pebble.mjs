/**
 * Finds Pebble, the ACME server for tests, or installs it where no password is needed.
 * Plain JavaScript, because `npm test` uses it.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptGet, isDebian } from './ensure-browser.mjs'
import { Problem, step } from './prepare.mjs'

const programs = ['pebble', 'pebble-challtestsrv']

/** Installs it as root on Debian and Ubuntu, as in a container. Without it the tests that need it are skipped, with a message. */
export async function ensurePebble() {
  if (hasPebble()) return
  if (isDebian() && process.getuid?.() === 0) {
    try {
      await step('Installing pebble for the tests of certificates (once, a few seconds)...', async () => {
        await aptGet([], ['update'])
        await aptGet([], ['install', '-y', '--no-install-recommends', 'pebble'])
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      console.log(error.message)
    }
    if (hasPebble()) return
  }
  console.log('pebble is not installed, so the tests of certificates by ACME are skipped. To run them, install pebble.')
}

function hasPebble() {
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
