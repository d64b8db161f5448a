/**
 * Finds the programs that tests without a browser use, or installs them in a container only: on a developer's machine gammu-smsd would
 * become a service that looks for a modem. Without them the tests that need them are skipped, with a message.
 * Plain JavaScript, because `npm test` uses it.
 */
import { hasCommands, installPackages } from './system-programs.mjs'

/** gammu-smsd, whose dummy phone the SMS tests use. */
export const ensureGammu = () =>
  ensure(['gammu', 'gammu-smsd', 'gammu-smsd-inject'], ['gammu', 'gammu-smsd'], 'texting through a modem')

/** Pebble, the ACME server for tests. */
export const ensurePebble = () => ensure(['pebble', 'pebble-challtestsrv'], ['pebble'], 'certificates by ACME')

/**
 * @param {string[]} programs
 * @param {string[]} packages
 * @param {string} tested
 */
async function ensure(programs, packages, tested) {
  if (!hasCommands(programs))
    await installPackages(`Installing ${packages[0]} for the tests of ${tested} (once, a few seconds)...`, packages)
  if (!hasCommands(programs)) console.log(`The tests of ${tested} are skipped. To run them, install ${packages.join(' and ')}.`)
}
