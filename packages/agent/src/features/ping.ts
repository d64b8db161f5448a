import { Refusal } from '@waypost/protocol'
import type { Feature, FeatureDeps } from './feature.ts'

/**
 * Says that this device is there: when somebody asks, and of its own accord whenever it is connected, so that whoever looks sees it
 * come. A sealed ping is answered as well, and the answer is sealed too when there is a password.
 */
export function pingFeature({ session, device }: FeatureDeps): Feature {
  const stops: (() => void)[] = []
  let answering: Promise<void> | undefined
  let askedAgain = false

  /** Many who ask at the same time get one answer, which all of them hear. */
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
        // Whoever asked asks again, and being connected anew is told as well.
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
