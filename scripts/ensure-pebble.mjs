/**
 * Finds Pebble, the ACME server for tests, or installs it where no password is needed.
 * Plain JavaScript, because `npm test` uses it.
 */
import { hasCommands, installPackages } from './system-programs.mjs'

const programs = ['pebble', 'pebble-challtestsrv']

/** Without it the tests that need it are skipped, with a message. */
export async function ensurePebble() {
  if (!hasCommands(programs))
    await installPackages('Installing pebble for the tests of certificates (once, a few seconds)...', ['pebble'])
  if (hasCommands(programs)) return
  console.log('pebble is not installed, so the tests of certificates by ACME are skipped. To run them, install pebble.')
}
