/**
 * Finds a Chromium for the browser tests, or installs one if that needs no password. Plain JavaScript, because `npm test` and the
 * Playwright configuration both use it.
 */
import { spawnSync } from 'node:child_process'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { Problem, step } from './prepare.mjs'
import { aptGet, commandFolders, isDebian, isProgram } from './system-programs.mjs'

/**
 * The path of a Chromium-based browser: WAYPOST_CHROMIUM, or an installed one.
 * @returns {string | undefined}
 */
export function findChromium() {
  return find('WAYPOST_CHROMIUM', usualPlaces())
}

/**
 * The path of a Chromium that receives push messages, which the headless shell does not: WAYPOST_FULL_CHROMIUM, or an installed one.
 * @returns {string | undefined}
 */
export function findFullChromium() {
  return find(
    'WAYPOST_FULL_CHROMIUM',
    usualPlaces().filter((path) => basename(path) !== shell),
  )
}

/** Launch options: the program, and no traffic other than that of the pages. */
export function launchOptions() {
  return {
    executablePath: findChromium(),
    args: [
      // Chromium's sandbox doesn't work as root, which most containers use. Only our own server is visited.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A host name of this machine that Chromium does not trust like localhost, as in a home network without HTTPS.
      '--host-resolver-rules=MAP waypost.test 127.0.0.1',
      // A microphone that beeps. The headless shell cannot ask for permission.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  }
}

/** Chromium without a user interface. It renders the same pages with half the processor time. */
const shell = 'chromium-headless-shell'

/**
 * Like findChromium, but installs one on Debian and Ubuntu when no password is needed. Debian packages the headless shell separately; if
 * root runs the tests, as in containers, it is installed even if there is a full Chromium.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const found = findChromium()
  const root = process.getuid?.() === 0
  if (found && (process.env.WAYPOST_CHROMIUM || basename(found) === shell || !root || !isDebian())) return found
  const sudo = root ? [] : ['sudo', '-n']
  if (isDebian() && (root || spawnSync('sudo', ['-n', 'true']).status === 0)) {
    const installed = await install(sudo, found !== undefined)
    if (installed) return installed
  }
  if (found) return found
  throw new Problem(
    'The browser tests need Chromium or Chrome: install one, or set WAYPOST_CHROMIUM to its program, and run the command again.',
  )
}

/**
 * The path of a Firefox: WAYPOST_FIREFOX, or an installed one.
 * @returns {string | undefined}
 */
function findFirefox() {
  const places = placesOf(['firefox-esr', 'firefox'], 'Firefox.app/Contents/MacOS/firefox', 'Mozilla Firefox/firefox.exe')
  return find('WAYPOST_FIREFOX', places)
}

/**
 * The program that a variable names, or the first installed one.
 * @param {string} variable
 * @param {string[]} places
 * @returns {string | undefined}
 */
function find(variable, places) {
  const given = process.env[variable]
  if (given && !isProgram(given)) throw new Problem(`${variable} names ${given}, which is not a program.`)
  return given || places.find((path) => isProgram(path) && starts(path))
}

/**
 * Like findFirefox, but installs one on Debian when no password is needed.
 * @returns {Promise<string>}
 */
export async function ensureFirefox() {
  const found = findFirefox()
  if (found) return found
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const allowed = sudo.length === 0 || spawnSync('sudo', ['-n', 'true']).status === 0
  // Ubuntu has it as a snap only, which cannot be automated.
  if (isDebian() && hasPackage('firefox-esr') && allowed) {
    await step('Installing Firefox for the browser tests (once, about a minute)...', async () => {
      await aptGet(sudo, ['update'])
      await aptGet(sudo, ['install', '-y', 'firefox-esr'])
    })
    const installed = findFirefox()
    if (installed) return installed
  }
  throw new Problem('These tests need Firefox: install it, or set WAYPOST_FIREFOX to its program, and run the command again.')
}

/** @param {string[]} sudo @param {boolean} another whether there is a full Chromium, so a failure does no harm */
async function install(sudo, another) {
  try {
    await step('Installing Chromium for the browser tests (once, about a minute)...', async () => {
      if (!another || !hasPackage(shell)) await aptGet(sudo, ['update'])
      await aptGet(sudo, ['install', '-y', hasPackage(shell) ? shell : 'chromium', 'fonts-liberation'])
    })
  } catch (error) {
    if (!another) throw error
    console.log('The headless shell of Chromium could not be installed; the full one does, and takes longer.')
  }
  return findChromium()
}

/** @param {string} name */
function hasPackage(name) {
  const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' })
  return /Candidate: (?!\(none\))/.test(stdout ?? '')
}

function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'].flatMap((program) =>
      placesOf([], program, ''),
    )
  }
  if (process.platform === 'win32') {
    const programs = [
      'Chromium/Application/chrome.exe',
      'Google/Chrome/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ]
    return programs.flatMap((program) => placesOf([], '', program))
  }
  return placesOf([shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'], '', '')
}

/**
 * Where a program may be on this system.
 * @param {string[]} names of the command
 * @param {string} mac the path within an applications folder
 * @param {string} windows the path within a programs folder
 */
function placesOf(names, mac, windows) {
  if (process.platform === 'darwin') return ['/Applications', join(homedir(), 'Applications')].map((folder) => join(folder, mac))
  if (process.platform === 'win32') {
    const { LOCALAPPDATA, ProgramFiles } = process.env
    const folders = [ProgramFiles, process.env['ProgramFiles(x86)'], LOCALAPPDATA].filter((folder) => folder !== undefined)
    return folders.map((folder) => join(folder, windows))
  }
  return names.flatMap((name) => commandFolders().map((folder) => join(folder, name)))
}

/**
 * On Ubuntu `chromium-browser` may be a script that only asks to install another package; elsewhere running it opens a window.
 * @param {string} path
 */
function starts(path) {
  return process.platform !== 'linux' || spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}
