// The phones of a server that is their peer itself: nothing goes through it unencrypted while the account has an end-to-end password.

import { check } from '@waypost/client/ground/objects'
import { noKeyFingerprint } from '@waypost/client/session/key/fingerprint'
import { isPhoneOfCompanion, type PhoneReport, PhoneRequest, Refusal } from '@waypost/protocol'
import { UserError } from '../../user-error.ts'
import type { Feature, FeatureDeps } from '../feature.ts'

interface Deps extends FeatureDeps {
  /** Reports to the server why phones aren't connected, or that they are again. */
  onEvent(name: string, fields: object): void
}

/**
 * Runs the phones while the session has the account's end-to-end password, or the account has none according to its devices. Otherwise it
 * ends all links with phones, logs why, and answers requests with the reason.
 * @param open makes the feature to run
 */
export function phonesOfServer({ session, device, log, onEvent }: Deps, open: () => Feature): Feature {
  const stops: (() => void)[] = []
  let running: Feature | undefined
  let last: Promise<void> = Promise.resolve()
  let refused: string | undefined
  let closed = false

  /** Why phones can't be connected now, as a sentence. */
  function obstacle(): string | undefined {
    if (session.encryption.$key.get() !== undefined) return undefined
    const sealed = [...session.mirror.of('devices').get().entries.values()].find(
      (other) =>
        other.active &&
        other.iden !== device &&
        other.key_fingerprint !== undefined &&
        other.key_fingerprint !== '' &&
        other.key_fingerprint !== noKeyFingerprint &&
        !isPhoneOfCompanion(other),
    )
    return (
      sealed &&
      `"${sealed.nickname ?? 'One of your devices'}" has an end-to-end password, and the server has none: it would send texts and notifications unencrypted. Use the companion on a computer, or set the password on the server's machine.`
    )
  }

  async function follow(): Promise<void> {
    const reason = closed ? refused : obstacle()
    if (reason !== undefined && reason !== refused) log(reason)
    if (reason !== refused) onEvent('phones', { reason })
    refused = reason
    if (running && (closed || refused !== undefined)) {
      const ended = running
      running = undefined
      await ended.close()
    } else if (!running && !closed && refused === undefined) {
      const started = open()
      try {
        await started.start()
        running = started
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        log(error.message)
      }
    }
  }

  function followInTurn(): Promise<void> {
    last = last.then(follow)
    return last
  }

  async function onRequest(value: unknown): Promise<void> {
    const read = check(PhoneRequest, value)
    if (refused === undefined || !('value' in read) || read.value.target_device_iden !== device) return
    const report: PhoneReport = {
      type: 'phone_report',
      source_device_iden: device,
      guid: read.value.guid,
      phones: [],
      error: refused,
    }
    await session.sendEphemeral(report).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }

  return {
    async start() {
      await followInTurn()
      stops.push(
        session.mirror.of('devices').listen(() => void followInTurn()),
        session.onEphemeral((ephemeral) => {
          if (ephemeral.type === 'phone_request') void onRequest(ephemeral)
        }),
      )
    },
    async close() {
      closed = true
      for (const stop of stops.splice(0)) stop()
      await followInTurn()
    },
  }
}
