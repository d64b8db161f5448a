/**
 * `npm run test:generators`: clients that generators make of the API document, compiled by the compilers of their languages, each with a call
 * to a server. Arguments are words of the tests to run, such as `Go`.
 */
import { install, main } from './prepare.mjs'
import { conclude } from './runs/counts.mjs'
import { runVitest } from './runs/vitest.mjs'

await main(async () => {
  await install()
  const [words] = process.argv.slice(2)
  const args = words === undefined ? [] : ['-t', words]
  return conclude([await runVitest(args, { config: 'vitest.generators.config.ts' })])
})
