/**
 * `npm run test:image`: builds the container image and runs it, alone and as a cluster. With `--if-changed`, only if something that these
 * tests cover has changed since they last passed on this machine. Further arguments are handed on to the runner.
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { ensurePodman } from './ensure-podman.mjs'
import { install, main, root, runNode } from './prepare.mjs'

/** How the image is built, starts, responds and stops. The server's work in between has its own tests. */
const covered = [
  'deploy',
  'package.json',
  'package-lock.json',
  ':(glob)packages/*/package.json',
  ':(glob)packages/server/src/*.ts',
  'packages/server/src/bus',
  'packages/server/src/db',
  'packages/server/src/files',
  ':(glob)packages/server/src/http/*.ts',
  'packages/server/src/tls',
  'scripts',
  'vitest.image.config.ts',
]

/** The file with the hash of the state that last passed. */
const passed = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'waypost', 'image-passed')

await main(async () => {
  const args = process.argv.slice(2)
  const rest = args.filter((argument) => argument !== '--if-changed')
  const state = stateOfCovered()
  if (args.length > rest.length && state !== undefined && state === lastPassed()) {
    console.log('The image is made as it was when its tests last passed on this machine: skipped.')
    return 0
  }
  await install()
  if (!(await ensurePodman())) return 0
  const code = await runNode(['scripts/image/test-image.ts', ...rest])
  if (code === 0 && rest.length === 0 && state !== undefined) {
    mkdirSync(dirname(passed), { recursive: true })
    writeFileSync(passed, state)
  }
  return code
})

/** @returns a hash of all covered files; undefined if some have uncommitted changes, or this is no repository */
function stateOfCovered() {
  try {
    const git = (/** @type {string[]} */ ...args) =>
      execFileSync('git', [...args, '--', ...covered], { cwd: root, stdio: 'pipe' }).toString()
    if (git('status', '--porcelain') !== '') return undefined
    return createHash('sha256').update(git('ls-files', '--stage')).digest('hex')
  } catch {
    return undefined
  }
}

function lastPassed() {
  try {
    return readFileSync(passed, 'utf8')
  } catch {
    return undefined
  }
}
