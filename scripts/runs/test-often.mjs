/**
 * `npm run test:often -- FILE [-t TITLE] [--times 20] [--busy]`: a test file or a story as often, alone, and with `--busy` as often again beside
 * busy loops, one more than the machine has processors. What failed is shown once, with how often it did.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { main, nodeBinary } from '../prepare.mjs'
import { conclude, gathered } from './counts.mjs'
import { prepareBrowsers, prepareTests } from './environments.mjs'
import { runPlaywright } from './playwright.mjs'
import { runVitest } from './vitest.mjs'

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      title: { type: 'string', short: 't' },
      times: { type: 'string', default: '20' },
      busy: { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  const times = Number(values.times)
  if (file === undefined || positionals.length > 1 || !Number.isInteger(times) || times < 1)
    throw new Error('Name one file of tests or stories: npm run test:often -- FILE [-t TITLE] [--times 20] [--busy]')

  const often = await runnerOf(file, values.title, times)
  const runs = [gathered(await often())]
  if (values.busy) runs.push(gathered(await besideLoops(often)))
  return conclude(runs)
})

/**
 * @param {string} file
 * @param {string | undefined} title
 * @param {number} times
 * @returns {Promise<() => Promise<import('./counts.mjs').Counts[]>>}
 */
async function runnerOf(file, title, times) {
  if (!file.includes('.spec.')) {
    await prepareTests(false)
    // Each run has its own process. With an option, nothing is retried.
    const args = [file, '--retry=0', ...(title === undefined ? [] : ['-t', title])]
    return async () => {
      const runs = []
      for (let time = 0; time < times; time++) runs.push(await runVitest(args))
      return runs
    }
  }
  const isStory = file.includes('e2e/stories')
  const env = isStory ? await prepareTests(true) : await prepareBrowsers()
  if (env === undefined) throw new Error('There is no browser for stories here.')
  const config = isStory ? 'playwright.config.ts' : 'playwright.browsers.config.ts'
  const chosen = title === undefined ? [] : ['--grep', title]
  const args = [file, ...chosen, `--repeat-each=${times}`, '--retries=0', '--workers=1', '--max-failures=0']
  return async () => [await runPlaywright(args, { config, env })]
}

/**
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function besideLoops(work) {
  const loops = Array.from({ length: availableParallelism() + 1 }, () =>
    spawn(nodeBinary, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  console.log(`\nBeside ${loops.length} busy loops`)
  try {
    return await work()
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}
