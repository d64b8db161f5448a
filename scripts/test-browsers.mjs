/** `npm run test:browsers`: a small set of stories in Firefox, from a fresh clone. Arguments are handed on to the runner. */
import { ensureFirefox } from './ensure-browser.mjs'
import { ensureNotifications } from './ensure-web-push.mjs'
import { buildWeb, install, main, runNode } from './prepare.mjs'

await main(async () => {
  await install()
  const firefox = await ensureFirefox()
  const notifications = await ensureNotifications()
  await buildWeb()
  const command = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=playwright.browsers.config.ts',
    ...process.argv.slice(2),
  ]
  return runNode(command, { env: { WAYPOST_FIREFOX: firefox, ...(notifications && { WAYPOST_FIREFOX_NOTIFICATIONS: '1' }) } })
})
