/** Installs and builds the requirements of each kind of test, and locates the browsers. */
import { ensureChromium, ensureFirefox } from '../ensure-browser.mjs'
import { ensureGammu, ensurePebble } from '../ensure-test-programs.mjs'
import { ensureFullChromium, ensureNotifications } from '../ensure-web-push.mjs'
import { buildCompanion, buildExtension, buildServer, buildWeb, install } from '../prepare.mjs'

/**
 * For tests without a browser, and for stories in Chromium.
 * @param {boolean} browser whether stories run
 * @returns {Promise<Record<string, string> | undefined>} variables for stories; undefined without a browser
 */
export async function prepareTests(browser) {
  await install()
  const chromium = browser ? await ensureChromium() : undefined
  const fullChromium = browser ? await ensureFullChromium() : undefined
  await ensureGammu()
  await ensurePebble()
  await buildWeb()
  await buildCompanion()
  await buildExtension()
  await buildServer()
  if (!chromium) return undefined
  return { WAYPOST_CHROMIUM: chromium, ...(fullChromium && { WAYPOST_FULL_CHROMIUM: fullChromium }) }
}

/**
 * For stories in Firefox, and those of the extension.
 * @returns {Promise<Record<string, string>>} variables for them
 */
export async function prepareBrowsers() {
  await install()
  const firefox = await ensureFirefox()
  const notifications = await ensureNotifications()
  const chromium = await ensureFullChromium()
  await buildWeb()
  await buildExtension()
  return {
    WAYPOST_FIREFOX: firefox,
    ...(notifications && { WAYPOST_FIREFOX_NOTIFICATIONS: '1' }),
    ...(chromium && { WAYPOST_FULL_CHROMIUM: chromium }),
  }
}
