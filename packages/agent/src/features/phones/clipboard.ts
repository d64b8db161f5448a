// Shares the clipboard of a phone with the other devices (Pro only).

import { ephemeralBytes, Refusal } from '@waypost/protocol'
import type { Connection } from '../../phone/kdeconnect/connection.ts'
import type { Feature, FeatureDeps } from '../feature.ts'

/** The longest text sent, in bytes as JSON. Encryption makes it a third longer, and adds an envelope. */
const maxBytes = Math.floor(ephemeralBytes * 0.7)

/** Copies text from other devices to the phone, and text sent by the phone to other devices. */
export function phoneClipboardFeature({ session, device, log, connection }: FeatureDeps & { connection: Connection }): Feature {
  const stops: (() => void)[] = []
  /** The last text sent or received. */
  let shared: string | undefined

  const isPro = () => session.$account.get()?.pro === true

  async function send(body: unknown): Promise<void> {
    if (typeof body !== 'string' || body === '' || body === shared || !isPro()) return
    shared = body
    if (Buffer.byteLength(JSON.stringify(body)) > maxBytes) {
      log(`The text that was copied on the phone is too long to share: at most ${Math.floor(maxBytes / 1_000)} kB.`)
      return
    }
    try {
      const source_user_iden = session.$account.get()?.iden ?? ''
      await session.sendEphemeral({ type: 'clip', body, source_user_iden, source_device_iden: device })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log(`The text that was copied on the phone could not be sent to the other devices: ${error.message}`)
    }
  }

  return {
    async start() {
      stops.push(
        connection.packets.on(({ type, body }) => {
          if (type === 'clipboard') void send(body.content)
          // The text it had when it connected, but only if it says since when.
          if (type === 'clipboard.connect' && typeof body.timestamp === 'number' && body.timestamp > 0)
            shared = String(body.content)
        }),
        session.onEphemeral(({ type, body, source_device_iden: from }) => {
          if (type !== 'clip' || from === device || typeof body !== 'string' || body === '' || body === shared || !isPro()) return
          shared = body
          connection.link?.send('clipboard', { content: body })
        }),
      )
    },
    async close() {
      for (const stop of stops.splice(0)) stop()
    },
  }
}
