import { ephemeralBytes, Refusal } from '@waypost/protocol'
import type { Clipboard } from '../desktop/clipboard.ts'
import { UserError } from '../user-error.ts'
import type { Feature, FeatureDeps } from './feature.ts'

interface Deps extends FeatureDeps {
  clipboard: Clipboard
}

/** The longest text sent, in bytes as JSON. Encryption makes it a third longer, and adds an envelope. */
const maxBytes = Math.floor(ephemeralBytes * 0.7)

/**
 * Universal copy and paste: text copied on one device can be pasted on the others. Text that came from another device isn't forwarded. Part
 * of Pro: a free account is told so once, and nothing is read or sent.
 */
export function clipboardFeature({ session, device, log, clipboard }: Deps): Feature {
  const stops: (() => void)[] = []
  /** The last text sent or received, with normalized line endings. */
  let shared: string | undefined
  let stopWatching: (() => void) | undefined
  let writing: Promise<void> = Promise.resolve()
  let hasLoggedProNotice = false

  function onPlanChange(pro: boolean): void {
    if (pro) {
      hasLoggedProNotice = false
      stopWatching ??= watch()
      return
    }
    stopWatching?.()
    stopWatching = undefined
    if (!hasLoggedProNotice) log('Universal copy and paste is part of Pro. It starts automatically when your account has Pro.')
    hasLoggedProNotice = true
  }

  function watch(): () => void {
    const stopTexts = clipboard.watch((text) => {
      if (normalizeLineEndings(text) === shared) return
      shared = normalizeLineEndings(text)
      void send(text)
    })
    const stopClips = session.onEphemeral(({ type, body, source_device_iden: from }) => {
      if (type === 'clip' && from !== device && typeof body === 'string' && body !== '') take(body)
    })
    return () => {
      stopTexts()
      stopClips()
    }
  }

  function take(text: string): void {
    if (normalizeLineEndings(text) === shared) return
    // Set before writing, because the clipboard may be polled first.
    shared = normalizeLineEndings(text)
    writing = writing
      .then(() => clipboard.write(text))
      .catch((error: unknown) => {
        if (!(error instanceof UserError)) throw error
        log(`Text from another device could not be copied: ${error.message}.`)
      })
  }

  async function send(body: string): Promise<void> {
    if (Buffer.byteLength(JSON.stringify(body)) > maxBytes)
      return log(`The copied text is too long to share: at most ${Math.floor(maxBytes / 1_000)} kB.`)
    const source_user_iden = session.$account.get()?.iden ?? ''
    try {
      await session.sendEphemeral({ type: 'clip', body, source_user_iden, source_device_iden: device })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log(`The copied text could not be sent to the other devices: ${error.message}`)
    }
  }

  return {
    async start() {
      stops.push(session.$account.subscribe((account) => account && onPlanChange(account.pro === true)))
    },
    async close() {
      for (const stop of stops.splice(0)) stop()
      stopWatching?.()
      await writing
    },
  }
}

/** Converts line endings to `\n` and removes a final one, since platforms differ in them. */
function normalizeLineEndings(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
}
