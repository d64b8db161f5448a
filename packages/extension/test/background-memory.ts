// The background's memory after garbage collection, in bytes.

import type { BrowserContext } from '@playwright/test'
import type { Browser } from 'puppeteer-core'
import { inWindow } from './firefox.ts'
import type { ExtensionBrowser } from './stage.ts'

/** Scripts, their data, and the browser's own objects for them. */
export const memoryOfBackground = (extension: ExtensionBrowser): Promise<number> =>
  extension.kind === 'chromium' ? ofChromium(extension.chromium) : ofFirefox(extension.firefox)

interface HeapUsage {
  usedSize: number
  embedderHeapUsedSize: number
  backingStorageSize: number
}

async function ofChromium(context: BrowserContext): Promise<number> {
  const browser = await context.browser()?.newBrowserCDPSession()
  if (!browser) throw new Error('There is no browser.')
  const { targetInfos } = await browser.send('Target.getTargets')
  const worker = targetInfos.find(({ type, url }) => type === 'service_worker' && url.endsWith('/background.js'))
  if (!worker) throw new Error('There is no background.')
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId: worker.targetId, flatten: false })
  let last = 0
  const ask = (method: string) =>
    new Promise<HeapUsage>((done) => {
      const id = ++last
      browser.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
        const answer = JSON.parse(message)
        if (from === sessionId && answer.id === id) done(answer.result)
      })
      void browser.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
    })
  await ask('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await ask('Runtime.getHeapUsage')
  await browser.detach()
  return usedSize + embedderHeapUsedSize + backingStorageSize
}

/** The figure that `about:memory` shows for Firefox's background page. */
const ofFirefox = (browser: Browser): Promise<number> =>
  inWindow<number>(
    browser,
    `new Promise((done) => {
      const manager = Cc['@mozilla.org/memory-reporter-manager;1'].getService(Ci.nsIMemoryReporterManager)
      let bytes = 0
      const add = (_process, path, _kind, units, amount) => {
        if (units === 0 && path.startsWith('explicit/') && path.includes('_generated_background_page')) bytes += amount
      }
      manager.minimizeMemoryUsage(() => manager.getReports(add, null, () => done(bytes), null, false))
    })`,
  )
