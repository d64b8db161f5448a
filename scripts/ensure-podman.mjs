/**
 * Finds the programs that build and run the container image without a registry, or installs them if that needs no password. Plain
 * JavaScript, because `npm run test:image` uses it before packages are installed.
 */
import { canInstall, commandFolders, hasCommands, installPackages, isProgram } from './system-programs.mjs'

const programs = ['podman', 'podman-compose', 'runc', 'mmdebstrap', 'iptables', 'python3']
const packages = ['podman', 'podman-compose', 'runc', 'netavark', 'aardvark-dns', 'iptables', 'mmdebstrap', 'python3-yaml']

/**
 * Base images are built from the packages of the same system, which requires root on Debian or Ubuntu.
 * @returns {Promise<boolean>} whether they are available; without them the image tests are skipped, with a message
 */
export async function ensurePodman() {
  if (!canInstall()) {
    console.log('The tests of the container image are skipped: they make base images of packages, as root on Debian or Ubuntu.')
    return false
  }
  if (!hasPodman())
    await installPackages('Installing podman for the tests of the container image (once, about a minute)...', packages)
  if (hasPodman()) return true
  console.log(`The tests of the container image are skipped. To run them, install ${packages.join(', ')}.`)
  return false
}

/** Root's programs may be missing from PATH. */
function hasPodman() {
  const helpers = ['/usr/lib/podman/netavark', '/usr/lib/podman/aardvark-dns']
  return helpers.every(isProgram) && hasCommands(programs, [...commandFolders(), '/usr/sbin', '/sbin'])
}
