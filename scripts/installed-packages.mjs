import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './prepare.mjs'

/** The packages that the bundle of the server leaves in node_modules and loads from there. */
export const loadedPackages = [
  // Native code.
  '@node-rs/argon2',
  // It calls `url.parse`; Node.js warns about that outside of node_modules.
  'web-push',
]

/**
 * The folders of an installed package and all its dependencies. Optional dependencies for other systems are not installed.
 * @param {string} name
 * @param {string} [from] the folder to search from
 * @param {Set<string>} [found]
 * @returns {Set<string>}
 */
export function foldersOfPackage(name, from = root, found = new Set()) {
  const folder = join(from, 'node_modules', name)
  if (!existsSync(folder)) return from === root ? found : foldersOfPackage(name, dirname(from), found)
  if (found.has(folder)) return found
  found.add(folder)
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) foldersOfPackage(needed, folder, found)
  return found
}
