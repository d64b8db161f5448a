/**
 * `npm run test:browsers`: a small set of stories in Firefox, the extension in Chromium and Firefox, and the trial of phones against KDE's
 * kdeconnectd, from a fresh clone. What failed or was flaky is repeated at the end. Arguments are handed on to the runner of the stories,
 * and leave the trial out.
 */
import { ensureFirefox } from './ensure-browser.mjs'
import { ensureFullChromium, ensureNotifications } from './ensure-web-push.mjs'
import { tryKdeconnect } from './kdeconnect/namespaces.mjs'
import { buildExtension, buildWeb, install, main } from './prepare.mjs'
import { conclude } from './runs/counts.mjs'
import { runPlaywright } from './runs/playwright.mjs'

await main(async () => {
  await install()
  const firefox = await ensureFirefox()
  const notifications = await ensureNotifications()
  const chromium = await ensureFullChromium()
  await buildWeb()
  await buildExtension()
  const env = {
    WAYPOST_FIREFOX: firefox,
    ...(notifications && { WAYPOST_FIREFOX_NOTIFICATIONS: '1' }),
    ...(chromium && { WAYPOST_FULL_CHROMIUM: chromium }),
  }
  const args = process.argv.slice(2)
  const runs = [await runPlaywright(args, { config: 'playwright.browsers.config.ts', env })]
  if (args.length === 0) runs.push(...(await tryKdeconnect()))
  return conclude(runs)
})
