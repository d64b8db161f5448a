/**
 * Finds the programs that build and run the container image without a registry, or installs them where no password is needed.
 * Plain JavaScript, because `npm run test:image` uses it before packages are there.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptGet, isDebian } from './ensure-browser.mjs'
import { Problem, step } from './prepare.mjs'

const programs = ['podman', 'podman-compose', 'runc', 'mmdebstrap', 'iptables', 'python3']
const packages = ['podman', 'podman-compose', 'runc', 'netavark', 'aardvark-dns', 'iptables', 'mmdebstrap', 'python3-yaml']

/**
 * Installs them as root on Debian and Ubuntu, as in a container. Base images are made of the packages of the same system, which takes root.
 * @returns {Promise<boolean>} whether they are there; without them the tests of the image are skipped, with a message
 */
export async function ensurePodman() {
  if (!isDebian() || process.getuid?.() !== 0) {
    console.log('The tests of the container image are skipped: they make base images of packages, as root on Debian or Ubuntu.')
    return false
  }
  if (hasPodman()) return true
  try {
    await step('Installing podman for the tests of the container image (once, about a minute)...', async () => {
      await aptGet([], ['update'])
      await aptGet([], ['install', '-y', '--no-install-recommends', ...packages])
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    console.log(error.message)
  }
  if (hasPodman()) return true
  console.log(`The tests of the container image are skipped. To run them, install ${packages.join(', ')}.`)
  return false
}

/** Root's programs may be missing from PATH. */
function hasPodman() {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin', '/sbin']
  const netavark = isProgram('/usr/lib/podman/netavark') && isProgram('/usr/lib/podman/aardvark-dns')
  return netavark && programs.every((program) => folders.some((folder) => isProgram(join(folder, program))))
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
