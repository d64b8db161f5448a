/** Finds system programs that tests need, and installs them if that needs no password. Plain JavaScript, because `npm test` uses it. */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Problem, quiet, step } from './prepare.mjs'

/** The folders that are searched for commands. */
export const commandFolders = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean)

/** Whether all of these commands exist. @param {string[]} names @param {string[]} folders */
export function hasCommands(names, folders = commandFolders()) {
  return names.every((name) => folders.some((folder) => isProgram(join(folder, name))))
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

export function isDebian() {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync(release, 'utf8'))
}

/** Whether packages can be installed without a prompt: as root on Debian and Ubuntu, e.g. in a container. */
export const canInstall = () => isDebian() && process.getuid?.() === 0

/**
 * Installs packages if `canInstall`; otherwise does nothing. Failures are printed.
 * @param {string} doing the message shown meanwhile
 * @param {string[]} packages
 */
export async function installPackages(doing, packages) {
  if (!canInstall()) return
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

/**
 * @param {string[]} sudo
 * @param {string[]} args
 */
export function aptGet(sudo, args) {
  const [command = 'apt-get', ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
  return quiet(command, rest)
}
