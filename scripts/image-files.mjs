/**
 * `node scripts/image-files.mjs FOLDER`: copies what runs in a container into a folder that becomes its root, once everything is built. The
 * bundles find each other, and the packages that they load, by these paths.
 */
import { cpSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { foldersOfPackage, loadedPackages } from './installed-packages.mjs'
import { main, nodeBinary, Problem, root } from './prepare.mjs'

await main(async () => {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Problem('Name the folder: node scripts/image-files.mjs FOLDER')
  const copy = (/** @type {string} */ from, /** @type {string} */ to) =>
    cpSync(from, join(folder, to), { recursive: true, filter: (path) => basename(path) !== 'node_modules' })
  copy(nodeBinary, 'usr/local/bin/node')
  copy(join(root, 'LICENSE'), 'app/LICENSE')
  copy(join(root, 'deploy/healthcheck.mjs'), 'app/healthcheck.mjs')
  const packages = loadedPackages.flatMap((name) => [...foldersOfPackage(name)]).map((path) => relative(root, path))
  for (const path of ['server', 'web', 'agent'].map((name) => `packages/${name}/dist`).concat(packages))
    copy(join(root, path), join('app', path))
  // Without the folders that browsers load from a disk.
  for (const name of ['waypost-chromium.zip', 'waypost-firefox.zip', 'version.json'])
    copy(join(root, 'packages/extension/dist', name), join('app/packages/extension/dist', name))
  return 0
})
