// Sends the current page by the shortcut: by its event in Chromium, whose shortcuts can't be automated, by its keys in Firefox.

import { inWindow } from './firefox.ts'
import type { ExtensionBrowser } from './stage.ts'

/** @param tab the active page, as Chromium passes it */
export async function pressShortcut(extension: ExtensionBrowser, tab: { url: string; title: string }): Promise<void> {
  if (extension.kind === 'firefox') return pressKeys(extension)
  await (await extension.background()).evaluate((tab) => {
    const { onCommand } = chrome.commands as unknown as { onCommand: { dispatch(...given: unknown[]): void } }
    onCommand.dispatch('push-page', tab)
  }, tab)
}

/** Presses Alt, Shift and P in the Firefox window that was last in front. */
const pressKeys = ({ firefox }: ExtensionBrowser): Promise<void> =>
  inWindow(
    firefox,
    `{
      const keys = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor)
      const front = Services.wm.getMostRecentWindow('navigator:browser')
      keys.beginInputTransactionForTests(front)
      const all = [['Alt', 'AltLeft', 18], ['Shift', 'ShiftLeft', 16], ['P', 'KeyP', 80]]
        .map(([key, code, keyCode]) => new front.KeyboardEvent('', { key, code, keyCode }))
      for (const key of all) keys.keydown(key)
      for (const key of all.reverse()) keys.keyup(key)
    }`,
  )
