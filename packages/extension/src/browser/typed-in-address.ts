// The text typed after `wp` in the browser's address bar.

import { isFirefox } from './extension.ts'

interface Listeners {
  /** In plain text. */
  suggest(text: string): Promise<readonly { content: string; description: string }[]>
  /** What Enter does, in plain text. */
  describe(text: string): string
  entered(text: string): void
}

/** Must be called in the first turn of the background. */
export function onTypedInAddress({ suggest, describe, entered }: Listeners): void {
  // Chromium parses this as markup, Firefox shows it as it is.
  const written = isFirefox ? (text: string) => text : escapedForMarkup
  chrome.omnibox.onInputStarted.addListener(
    () => void chrome.omnibox.setDefaultSuggestion({ description: written(describe('')) }),
  )
  chrome.omnibox.onInputChanged.addListener((text, answer) => {
    void chrome.omnibox.setDefaultSuggestion({ description: written(describe(text)) })
    void suggest(text).then((all) =>
      answer(all.map(({ content, description }) => ({ content, description: written(description) }))),
    )
  })
  chrome.omnibox.onInputEntered.addListener((text) => entered(text))
}

const escapedForMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
