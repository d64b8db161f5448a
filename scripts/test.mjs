/**
 * `npm test`: the tests without a browser and the main stories, the first one of each file that is not slow, from a fresh clone;
 * `npm run test:others`: the stories that this leaves out; `npm run test:all`: all tests. What fails is tried again alone, and what passes then is
 * flaky; both are repeated at the end, and the last line counts.
 *
 * `npm test -- --unit` runs only what needs no browser, `npm test -- --e2e` only what does. Further arguments are passed on to the runner,
 * e.g. a part of a file name, which chooses among all stories.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { main, root } from './prepare.mjs'
import { conclude } from './runs/counts.mjs'
import { prepareTests } from './runs/environments.mjs'
import { argumentFor, listStories, runPlaywright } from './runs/playwright.mjs'
import { runVitest } from './runs/vitest.mjs'

const storyFolder = join(root, 'e2e/stories')

await main(async () => {
  const args = process.argv.slice(2)
  const rest = args.filter((argument) => !['--unit', '--e2e', '--all', '--others'].includes(argument))
  const wanted = (/** @type {string} */ part) => args.includes(part) || !(args.includes('--unit') || args.includes('--e2e'))
  const others = args.includes('--others')
  const mainOnly = !args.includes('--all') && !others && rest.length === 0
  const browser = wanted('--e2e') && hasBrowserTests()

  const env = await prepareTests(browser)

  // As in CI.
  if (args.includes('--all')) process.env.WAYPOST_TEST_ALL = 'on'
  const runs = []
  if (wanted('--unit')) runs.push(await runVitest(rest))
  if (env) {
    const stories = mainOnly ? mainStories().map(argumentFor) : others ? (await otherStories()).map(argumentFor) : rest
    runs.push(await runPlaywright(stories, { env }))
    if (mainOnly) console.log('Of each file of stories only the first ran; `npm run test:all` runs all.')
  }
  return conclude(runs)
})

function hasBrowserTests() {
  return existsSync(storyFolder) && storyFiles().length > 0
}

/** Folders of saved pages have such names, too. */
function storyFiles() {
  return readdirSync(storyFolder, { recursive: true })
    .map((path) => join(storyFolder, String(path)))
    .filter((path) => path.endsWith('.spec.ts') && statSync(path).isFile())
}

async function otherStories() {
  const main = new Set(mainStories().map(argumentFor))
  return (await listStories()).filter((place) => !main.has(argumentFor(place)))
}

/** The first story of each file that isn't marked as slow. A story that runs on several screens counts once. */
function mainStories() {
  return storyFiles().flatMap((path) => {
    const lines = readFileSync(path, 'utf8').split('\n')
    const stories = lines.flatMap((text, index) => (/^\s*test\(/.test(text) ? [index] : []))
    const isSlow = (/** @type {number} */ at, /** @type {number} */ next) =>
      lines.slice(at, next).some((text) => /\btest\.(slow|setTimeout)\(/.test(text))
    const first = stories.find((at, order) => !isSlow(at, stories[order + 1] ?? lines.length))
    return first === undefined ? [] : [{ file: relative(root, path), line: first + 1 }]
  })
}
