// Sends requests about Android phones to companions: finds, pairs, rings and removes phones, and follows the reports.

import { PhoneReport, type PhoneRequest, Refusal, type ReportedPhone } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import { deviceName } from '../conversations/targets.ts'
import { check } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { compareKeys } from '../session/key/fingerprint.ts'
import { fileObstacle } from '../session/key/obstacle.ts'
import type { Session } from '../session/session.ts'

/** In milliseconds. */
const answerWithin = 8_000

/**
 * The report that answers a request, or why there is none: `silent`, nothing answers; `refused`, by the companion, with its sentence; `unsent`,
 * with a sentence.
 */
export type PhoneOutcome = { report: PhoneReport } | { failed: 'silent' } | { failed: 'refused' | 'unsent'; words: string }

export interface Phones {
  /** By the iden of the companion's device. One that no longer answers has none. */
  readonly $reports: ReadableAtom<ReadonlyMap<string, PhoneReport>>
  /** `device` may be that of a phone, whose companion accepts the request. */
  ask(device: string, action: PhoneRequest['action'], more?: Pick<PhoneRequest, 'phone' | 'address'>): Promise<PhoneOutcome>
}

/** The phone behind a device, as its companion last reported it. */
export function phoneOfDevice(reports: ReadonlyMap<string, PhoneReport>, device: string): ReportedPhone | undefined {
  for (const { phones } of reports.values()) {
    const found = phones.find(({ device_iden }) => device_iden === device)
    if (found) return found
  }
  return undefined
}

/** Follows the reports of the companions of an account, as long as its session is open. */
export function openPhones(session: Session, platform: Pick<Platform, 'after' | 'unique'>): Phones {
  const $reports = atom<ReadonlyMap<string, PhoneReport>>(new Map())
  const waiting = new Map<string, (report: PhoneReport) => void>()

  session.onEphemeral((ephemeral) => {
    if (ephemeral.type !== 'phone_report') return
    const read = check(PhoneReport, ephemeral)
    if (!('value' in read)) return
    const { guid, source_device_iden: companion } = read.value
    $reports.set(new Map($reports.get()).set(companion, read.value))
    if (guid !== undefined) waiting.get(guid)?.(read.value)
  })

  /** Drops the earlier report of a companion that did not answer, because it may be outdated. */
  function forget(device: string, before: ReadonlyMap<string, PhoneReport>): void {
    const isOld = (companion: string, report: PhoneReport) =>
      before.get(companion) === report &&
      (companion === device || report.phones.some(({ device_iden }) => device_iden === device))
    const rest = [...$reports.get()].filter((entry) => !isOld(...entry))
    if (rest.length < $reports.get().size) $reports.set(new Map(rest))
  }

  /** Why the two ends cannot decrypt each other's messages, if so: there would be no answer. */
  async function obstacle(iden: string): Promise<string | undefined> {
    const own = await session.encryption.fingerprint()
    const device = session.mirror.of('devices').get().entries.get(iden)
    return device && fileObstacle(compareKeys(own, device.key_fingerprint), deviceName(device))
  }

  /** An answer that arrives before the stream is connected would be lost. */
  async function connected(): Promise<void> {
    if (session.$connection.get() !== 'connecting') return
    await new Promise<void>((resolve) => {
      const end = () => {
        stop()
        stopTimer()
        resolve()
      }
      const stop = session.$connection.listen((connection) => connection !== 'connecting' && end())
      const stopTimer = platform.after(answerWithin, end)
    })
  }

  return {
    $reports,
    async ask(device, action, more = {}) {
      await connected()
      const words = await obstacle(device)
      if (words !== undefined) return { failed: 'unsent', words }
      const guid = platform.unique()
      const { promise, resolve } = Promise.withResolvers<PhoneOutcome>()
      const before = $reports.get()
      const stopTimer = platform.after(answerWithin, () => {
        forget(device, before)
        resolve({ failed: 'silent' })
      })
      waiting.set(guid, (report) =>
        resolve(report.error === undefined || action === 'list' ? { report } : { failed: 'refused', words: report.error }),
      )
      const source_user_iden = session.$account.get()?.iden ?? ''
      const request: PhoneRequest = { type: 'phone_request', source_user_iden, target_device_iden: device, guid, action, ...more }
      try {
        await session.sendEphemeral(request)
        return await promise
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { failed: 'unsent', words: error.message }
      } finally {
        waiting.delete(guid)
        stopTimer()
      }
    },
  }
}
