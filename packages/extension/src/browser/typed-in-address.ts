// What is typed after `wp` in the address field of the browser.

import { isFirefox } from './extension.ts'

interface Listeners {
  /** Suggestions for what is typed so far, in plain text. */
  suggest(text: string): Promise<readonly { content: string; description: string }[]>
  /** What Enter does with what is typed so far, in plain text. */
  describe(text: string): string
  entered(text: string): void
}

/** To be called in the first turn of the background. */
export function onTypedInAddress({ suggest, describe, entered }: Listeners): void {
  // Chromium reads markup there, Firefox shows it.
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

/** A text in the markup of suggestions that Chromium reads. */
const escapedForMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
