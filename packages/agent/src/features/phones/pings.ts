import { Refusal } from '@waypost/protocol'
import type { Connection } from '../../phone/kdeconnect/connection.ts'
import type { Feature, FeatureDeps } from '../feature.ts'

/** The most pings queued, and the longest text of one, in UTF-16 units. */
const most = { waiting: 10, text: 2_000 }

/** A ping sent from the phone is shown as its notification. Each replaces the previous one. */
export function phonePingsFeature({ session, device, log, connection }: FeatureDeps & { connection: Connection }): Feature {
  let stop = () => {}
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function show(message: unknown): void {
    if (waiting >= most.waiting) return
    waiting++
    const mirror = {
      type: 'mirror',
      source_user_iden: session.$account.get()?.iden ?? '',
      source_device_iden: device,
      package_name: 'waypost.pings',
      notification_id: 'ping',
      notification_tag: null,
      application_name: 'KDE Connect',
      title: 'Ping',
      body: typeof message === 'string' ? message.slice(0, most.text) : '',
      dismissable: true,
    }
    last = last
      .then(() => session.sendEphemeral(mirror))
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        log(`A ping did not reach the other devices: ${error.message}`)
      })
      .finally(() => waiting--)
  }

  return {
    async start() {
      stop = connection.packets.on(({ type, body }) => {
        if (type === 'ping') show(body.message)
      })
    },
    async close() {
      stop()
      await last
    },
  }
}
