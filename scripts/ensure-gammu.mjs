/**
 * Finds gammu-smsd, whose dummy phone the SMS tests use, or installs it where no password is needed.
 * Plain JavaScript, because `npm test` uses it.
 */
import { hasCommands, installPackages } from './system-programs.mjs'

const programs = ['gammu', 'gammu-smsd', 'gammu-smsd-inject']

/**
 * Installs it in a container only: on a developer's machine it would become a service that looks for a modem. Without it the tests that
 * need it are skipped, with a message.
 */
export async function ensureGammu() {
  if (!hasCommands(programs))
    await installPackages('Installing gammu for the tests of texting (once, a few seconds)...', ['gammu', 'gammu-smsd'])
  if (hasCommands(programs)) return
  console.log(
    'gammu-smsd is not installed, so the tests of texting through a modem are skipped. To run them, install gammu and gammu-smsd.',
  )
}
