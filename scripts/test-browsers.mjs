/**
 * `npm run test:browsers`: a small set of stories in Firefox, the extension in Chromium and Firefox, and the trial of phones against KDE's
 * kdeconnectd, from a fresh clone. The failures of the stories are repeated after them. Arguments are handed on to the runner of the stories,
 * and leave the trial out.
 */
import { ensureFirefox } from './ensure-browser.mjs'
import { ensureFullChromium, ensureNotifications } from './ensure-web-push.mjs'
import { tryKdeconnect } from './kdeconnect/namespaces.mjs'
import { buildExtension, buildWeb, install, main } from './prepare.mjs'
import { conclude, runPlaywright } from './runs.mjs'

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
  const code = conclude([await runPlaywright(args, env, 'playwright.browsers.config.ts')])
  return args.length > 0 ? code : (await tryKdeconnect()) || code
})
