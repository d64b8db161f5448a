// Gives a test Chromium and Firefox with the extension, a server, and people with accounts.
//
//   import { eachBrowser, expect, test } from './harness.ts'
//
//   eachBrowser('shows a push', async ({ person, extension }) => {
//     const [ann, bob] = [await person('ann'), await person('bob')]
//     await extension.signIn(ann)                      // as if Ann had signed in; it is connected afterwards
//     await bob.call('/v2/pushes', { type: 'note', body: 'Soup', email: ann.email })
//     await extension.desktop.until(() => extension.desktop.notes.find(({ body }) => body.includes('Soup')))
//     const popup = await extension.open('popup.html') // a page of the extension, in a tab
//     await popup.press('Settings')
//     await extension.run(() => chrome.notifications.getAll(), undefined)  // code within the extension
//   })
//
// `eachBrowser` runs a test twice, by the names `… in Chromium` and `… in Firefox`; `test` has the fixture `openExtension(kind)` for a test that
// needs one browser, or several. `extension.chromium` is Playwright's context and `extension.firefox` puppeteer's browser, for all that only one
// of them can: events of the browser itself (`background().evaluate(() => chrome.contextMenus.onClicked.dispatch(…))`) in Chromium, real
// presses in the window of the browser (`inWindow(extension.firefox, '…')`, see firefox.ts) in Firefox.
//
// `stop` and `start` close the browser and open it again on its profile; `startAlone` opens it with nothing attached, so that the browser
// stops the background as it does at home: what it does shows on `desktop` and at the server. `desktop` has the notifications with
// their buttons, and presses them.
//
// Run one file: `npm run test:browsers packages/extension/test/sign-in.spec.ts`. It builds the extension if it has changed.

import { expect } from '@playwright/test'
import type { TestServer } from '@waypost/server/test-server'
import { test as base } from '../../../e2e/actors/embedding-page.ts'
import { openChromium } from './chromium.ts'
import { openFirefox } from './firefox.ts'
import type { BrowserKind, ExtensionBrowser, Person } from './stage.ts'

interface Stage {
  person(name: string): Promise<Person>
  /** With a fresh profile. */
  openExtension(kind: BrowserKind): Promise<ExtensionBrowser>
}

export const test = base.extend<Stage>({
  person: async ({ server }, use) => {
    // The first account is the administrator.
    const first = server.signUp('operator@example.org')
    await use(async (name) => {
      await first
      const email = `${name}@example.org`
      const { token, account } = await server.signUp(email, name.charAt(0).toUpperCase() + name.slice(1))
      return {
        email,
        token,
        account,
        async call(path, body, method) {
          const answer = await server.request(path, { token, ...(body && { body }), ...(method && { method }) })
          if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
          return answer.body
        },
      }
    })
  },
  openExtension: async ({ server }, use) => {
    const browsers: ExtensionBrowser[] = []
    await use(async (kind) => {
      const browser = await (kind === 'chromium' ? openChromium : openFirefox)(server.origin)
      browsers.push(browser)
      await browser.start()
      return browser
    })
    for (const browser of browsers) await browser.close()
  },
})

export type { ExtensionBrowser, Person } from './stage.ts'
export { expect }

interface Given extends Stage {
  server: TestServer
  /** Serves a page with this body and returns its address. */
  host(body: string): Promise<string>
  kind: BrowserKind
  extension: ExtensionBrowser
}

/** Runs a test in each browser, with the extension installed. */
export function eachBrowser(title: string, run: (given: Given) => Promise<void>): void {
  for (const kind of ['chromium', 'firefox'] as const) {
    test(`${title} in ${kind === 'chromium' ? 'Chromium' : 'Firefox'}`, async ({ server, person, host, openExtension }) => {
      await run({ server, person, host, openExtension, kind, extension: await openExtension(kind) })
    })
  }
}
