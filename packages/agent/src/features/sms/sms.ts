import { Refusal } from '@waypost/protocol'
import type { OutgoingSms, Phone } from '../../phone/phone.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { answerSmsPage } from './pages.ts'
import { openSmsPublisher } from './publisher.ts'
import { TextSending } from './sending.ts'
import { openToldByGateway } from './told-by-gateway.ts'

interface SmsDeps extends FeatureDeps {
  phone: Phone
  /** The pause between attempts, in milliseconds. */
  pause?: number
  /** How long the other device of the same phone has to answer, and to report a text, in milliseconds. */
  waits?: Parameters<typeof openToldByGateway>[0]['waits']
}

/**
 * SMS through a phone. Sends the texts queued for this device, in order and once each, reports their outcomes, publishes the conversations
 * and the phone book, and notifies clients of incoming texts. The phone's own records prevent sending twice, see `Phone.send`. The caller
 * closes the phone.
 */
export function smsFeature({ session, device, log, phone, pause = 5_000, waits }: SmsDeps): Feature {
  const toldByGateway = openToldByGateway({ session, device, waits })
  const published = openSmsPublisher({ session, device, phone, log, pause })
  const sending = new TextSending({ session, device, phone, log, pause })
  const stops: (() => void)[] = []

  function publishAnew(): void {
    published.forget()
    published.publish()
  }

  /** Failures are only logged: the client then tells the user, who may ask again. */
  async function answerPage(request: unknown): Promise<void> {
    try {
      const page = await answerSmsPage(request, phone, device)
      if (page) await session.sendEphemeral(page)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log(`An answer about messages could not be sent: ${error.message}`)
    }
  }

  function onEphemeral(ephemeral: { type: string; [field: string]: unknown }): void {
    if (ephemeral.target_device_iden !== device) return
    if (ephemeral.type === 'sms_page_request') void answerPage(ephemeral)
    if (ephemeral.type === 'refresh_sms') publishAnew()
    const reply = ephemeral.type === 'messaging_extension_reply' ? readReply(ephemeral) : undefined
    if (reply) sending.reply(reply)
  }

  return {
    async start() {
      stops.push(
        phone.onChange(({ incoming, settled, earlier }) => {
          sending.settled(settled)
          published.publish(
            toldByGateway.withhold(incoming, (late) => published.publish(late)),
            earlier,
          )
          sending.wake()
        }),
        session.mirror.of('texts').listen(() => sending.onTextsChange()),
        session.onEphemeral(onEphemeral),
        // Outcomes are reported as soon as the connection is back.
        session.$connection.listen((connection) => {
          if (connection === 'connected') sending.wake()
        }),
        session.encryption.$key.listen(publishAnew),
      )
      published.publish()
      sending.onTextsChange()
    },
    async close() {
      const sent = sending.close()
      for (const stop of stops.splice(0)) stop()
      toldByGateway.close()
      await sent
      await published.close()
    },
  }
}

/** Undefined if the reply is malformed or empty. */
function readReply({ conversation_iden: address, message, guid }: Record<string, unknown>): OutgoingSms | undefined {
  if (typeof address !== 'string' || typeof message !== 'string' || message.trim() === '') return undefined
  const known = typeof guid === 'string' && guid !== ''
  const key = `reply ${known ? guid : crypto.randomUUID()}`
  return { key, addresses: [address], message, ...(known && { guid }) }
}
