/**
 * `npm run test:browsers`: a small set of stories in Firefox, the extension in Chromium and Firefox, and the trial of phones against KDE's
 * kdeconnectd, from a fresh clone. What failed or was flaky is repeated at the end. Arguments are handed on to the runner of the stories,
 * and leave the trial out.
 */
import { tryKdeconnect } from './kdeconnect/namespaces.mjs'
import { main } from './prepare.mjs'
import { conclude } from './runs/counts.mjs'
import { prepareBrowsers } from './runs/environments.mjs'
import { runPlaywright } from './runs/playwright.mjs'

await main(async () => {
  const env = await prepareBrowsers()
  const args = process.argv.slice(2)
  const runs = [await runPlaywright(args, { config: 'playwright.browsers.config.ts', env })]
  if (args.length === 0) runs.push(...(await tryKdeconnect()))
  return conclude(runs)
})
