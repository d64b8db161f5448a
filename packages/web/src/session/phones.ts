// Gives screens the companions' reports on Android phones. Nothing is requested before a screen needs it.

import { useStore } from '@nanostores/react'
import { platform, type Session } from '@waypost/client'
import { openPhones, type PhoneOutcome, type Phones, phoneOfDevice } from '@waypost/client/phones'
import type { Device, PhoneReport, ReportedPhone } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { $focused } from '../browser/attention.ts'
import { useSession } from './context.ts'

const opened = new WeakMap<Session, Phones>()

/** The reports of a session's companions on phones. */
export function phonesOf(session: Session): Phones {
  const known = opened.get(session)
  if (known) return known
  const phones = openPhones(session, platform)
  opened.set(session, phones)
  return phones
}

/** The state of a phone: its companion's latest report, or why there is none. */
export type KnownPhone =
  | { state: 'asking' }
  | { state: 'known'; phone: ReportedPhone; report: PhoneReport }
  | { state: 'silent' }
  | { state: 'failed'; words: string }

/** How often to ask, in milliseconds: a companion reports changes for a minute after each request. */
const askEvery = 45_000

/** Follows the device of a phone paired with a companion, while its screen is open in a focused window. */
export function usePhone({ iden }: Pick<Device, 'iden'>): KnownPhone {
  const session = useSession()
  const phones = phonesOf(session)
  const reports = useStore(phones.$reports)
  const focused = useStore($focused)
  const connection = useStore(session.$connection)
  const answers = useStore(session.pinger.$online).has(iden)
  const [outcome, setOutcome] = useState<PhoneOutcome>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when the connection or the phone is back
  useEffect(() => {
    if (!focused) return
    let isOver = false
    const ask = async () => {
      const now = await phones.ask(iden, 'list')
      if (!isOver) setOutcome(now)
    }
    void ask()
    const timer = setInterval(ask, askEvery)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [phones, iden, focused, connection, answers])
  const phone = phoneOfDevice(reports, iden)
  const report = phone && [...reports.values()].find(({ phones }) => phones.includes(phone))
  if (report) return { state: 'known', phone, report }
  if (!outcome || 'report' in outcome) return { state: outcome ? 'silent' : 'asking' }
  return outcome.failed === 'silent' ? { state: 'silent' } : { state: 'failed', words: outcome.words }
}
