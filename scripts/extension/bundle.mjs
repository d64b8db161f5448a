/**
 * Builds the browser extension for download into `packages/extension/dist`: a zip and an unpacked folder for each browser, and `version.json`.
 * The build is reproducible.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { buildZips, extension, oversizedZips } from './zips.mjs'

const zips = await buildZips(join(extension, 'dist'))
for (const { name, content } of zips)
  console.log(`${name}  ${content.length} bytes  ${createHash('sha256').update(content).digest('hex')}`)
// A server starts anyway: `npm run check` fails.
for (const sentence of oversizedZips(zips)) console.error(sentence)
