// Compares Waypost to other servers already running on the same machine, and prints one Markdown table.

import { parseArgs } from 'node:util'
import { buildCompanion, buildServer, buildWeb } from '../../scripts/prepare.mjs'
import { settledLoad } from '../load.ts'
import { gotifyAt } from './gotify.ts'
import { loads, usual } from './loads.ts'
import { ntfyAt } from './ntfy.ts'
import type { Peer } from './peer.ts'
import { startWaypost } from './waypost.ts'

const usage = `npm run bench:peers -- [--ntfy URL] [--gotify URL]
  URL: http://127.0.0.1:PORT, for ntfy with a login where it needs one, for Gotify with that of an administrator: http://NAME:PASSWORD@...`

try {
  const { values: given } = parseArgs({ options: { ntfy: { type: 'string' }, gotify: { type: 'string' } } })
  // The server is measured as users start it.
  await buildWeb()
  await buildCompanion()
  await buildServer()
  const openings: (() => Promise<Peer>)[] = [() => startWaypost(usual)]
  const { ntfy, gotify } = given
  if (ntfy !== undefined) openings.push(() => ntfyAt(ntfy, usual))
  if (gotify !== undefined) openings.push(() => gotifyAt(gotify, usual))

  const columns: string[][] = []
  for (const open of openings) {
    await using peer = await open()
    const cells: string[] = []
    for (const { measure } of loads) {
      const load = await settledLoad()
      // A server that fails one load is still measured under the others.
      const figure = await measure(peer, usual).catch((error: Error) => `failed: ${error.message}`)
      cells.push(`${figure} (load ${load.toFixed(1)})`)
      console.error(`${peer.name}: ${loads[cells.length - 1]?.what}: ${cells.at(-1)}`)
    }
    columns.push([peer.name, ...cells, peer.promise])
  }
  const heads = [
    `${usual.readers.toLocaleString('en')} readers, ${usual.places} places`,
    ...loads.map(({ what }) => what),
    'what it promises',
  ]
  const rows = heads.map((head, row) => `| ${[head, ...columns.map((column) => column[row])].join(' | ')} |`)
  rows.splice(1, 0, `|${'---|'.repeat(columns.length + 1)}`)
  console.log(rows.join('\n'))
} catch (error) {
  console.error(`${(error as Error).message}\n${usage}`)
  process.exitCode = 1
}
