import { type Client, platform } from '@waypost/client'
import { openTexts, type Texts } from '@waypost/client/text'
import { browserTabs, savedLocally, sendBytes } from '../browser.ts'

/** The texts of each open session, for the screens and for what goes on without one. */
const opened = new WeakMap<Client, Texts>()

/** The texts of a session that has started. */
export function textsOf(client: Client): Texts {
  const known = opened.get(client)
  if (known) return known
  const texts = openTexts(client, {
    saved: savedLocally(),
    platform: { ...platform, send: sendBytes },
    hold: browserTabs()?.hold,
  })
  opened.set(client, texts)
  return texts
}

export function closeTexts(client: Client): void {
  opened.get(client)?.close()
  opened.delete(client)
}
