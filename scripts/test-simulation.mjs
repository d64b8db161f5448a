/**
 * `npm run test:simulation -- --runs 10000 --seed 2`: tries as many orders of what windows, devices and a server do; 300 with the seed 1 by
 * default. The same seed tries the same ones.
 */
import { parseArgs } from 'node:util'
import { buildServer, install, main } from './prepare.mjs'
import { conclude } from './runs/counts.mjs'
import { runVitest } from './runs/vitest.mjs'

await main(async () => {
  const { runs, seed } = parseArgs({
    options: { runs: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
  }).values
  Object.assign(process.env, { WAYPOST_SIMULATION_RUNS: runs, WAYPOST_SIMULATION_SEED: seed })
  await install()
  await buildServer()
  return conclude([await runVitest(['packages/client/src/simulation'])])
})
