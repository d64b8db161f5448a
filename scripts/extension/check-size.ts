// Checks that each browser's zip of the extension, as downloaded, stays within its size limit.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { report } from '../checks/report.ts'
import { buildZips, oversizedZips, zipLimit } from './zips.mjs'

const folder = mkdtempSync(join(tmpdir(), 'waypost-extension-'))
try {
  const zips = await buildZips(folder)
  const sizes = zips.map(({ name, content }) => `${name} has ${content.length} bytes`)
  report(oversizedZips(zips), `${sizes.join(', ')}, at most ${zipLimit}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
