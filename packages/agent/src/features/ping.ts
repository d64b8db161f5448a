import { Refusal } from '@waypost/protocol'
import type { Feature, FeatureDeps } from './feature.ts'

/**
 * Announces this device: whenever another device sends a ping, and on each new connection. Encrypted pings are answered too, and the answer
 * is encrypted if there is a password.
 */
export function pingFeature({ session, device }: FeatureDeps): Feature {
  const stops: (() => void)[] = []
  let answering: Promise<void> | undefined
  let askedAgain = false

  /** One answer serves all pings that arrive at the same time. */
  function pong(): void {
    askedAgain = true
    answering ??= answer().finally(() => {
      answering = undefined
    })
  }

  async function answer(): Promise<void> {
    while (askedAgain) {
      askedAgain = false
      try {
        await session.sendEphemeral({ type: 'pong', device_iden: device })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // The other device asks again, and each new connection sends a pong.
      }
    }
  }

  return {
    async start() {
      stops.push(
        session.onEphemeral(({ type }) => {
          if (type === 'ping') pong()
        }),
        session.$connection.subscribe((connection) => {
          if (connection === 'connected') pong()
        }),
      )
    },
    async close() {
      for (const stop of stops.splice(0)) stop()
      await answering
    },
  }
}
