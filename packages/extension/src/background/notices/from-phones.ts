// Notifies of mirrored phone notifications and incoming SMS. Both are relayed and not stored, so anything that arrives during quiet is kept
// here until it ends.

import type { Ephemeral } from '@waypost/client'
import { forgetEldest } from '@waypost/client/ground/eldest'
import { isDismissed } from '@waypost/client/notices/mirrored-notice'
import type { IncomingSms } from '@waypost/client/notices/sms-notice'
import type { Sms } from '@waypost/client/sms'
import { areQuiet, mutedApps, quietHoursPreference, readQuietHours } from '@waypost/protocol'
import type { Opened } from '../../session/own-session.ts'
import type { Settings } from '../../settings/settings.ts'
import { drawnMirrored, drawnText } from './phone-drawn.ts'
import type { DrawnNotice } from './push-drawn.ts'
import { openTexts } from './replies.ts'
import type { Screen } from './screen.ts'
import type { ShownNotices } from './shown.ts'
import { openTurns } from './turns.ts'
import { nameOfDevice } from './words.ts'

interface Deps {
  opened: Opened
  screen: Screen
  shown: ShownNotices
  hasButtons: boolean
  settings(): Promise<Settings>
  /** Whether this browser is quiet: switched by hand, or because the screen is locked. */
  isQuiet(): Promise<boolean>
}

interface FromPhones {
  /** Undefined while no phone sends any. */
  texts(): Sms | undefined
  /** Shows what was held during quiet, once it is over. */
  lookIfHeld(): void
  close(): void
}

/** The most held during quiet, and the most texts remembered so that none is notified twice. */
const most = { waiting: 50, texts: 500 }

type Make = (settings: Settings) => Promise<DrawnNotice | undefined>

export function followPhones({ opened, screen, shown, hasButtons, settings, isQuiet }: Deps): FromPhones {
  const { session } = opened
  const waiting = new Map<string, Make>()
  const known = new Set<string>()
  let texts: Sms | undefined
  let stopTexts = () => {}
  const turns = openTurns(tell)

  function wait(name: string, make: Make): void {
    waiting.delete(name)
    waiting.set(name, make)
    forgetEldest(waiting, most.waiting)
    turns.soon()
  }

  async function tell(): Promise<void> {
    if (waiting.size === 0 || areQuietHours(session) || (await isQuiet())) return
    const now = await settings()
    const makes = [...waiting.values()]
    waiting.clear()
    const notices: DrawnNotice[] = []
    for (const make of makes) {
      const notice = await make(now)
      if (notice) notices.push(notice)
    }
    await screen.show(notices)
  }

  function mirror(mirrored: Ephemeral): void {
    if (mutedApps(session.$account.get()?.preferences).includes(String(mirrored.package_name))) return
    const around = { deviceName: nameOfDevice(session, String(mirrored.source_device_iden)), hasButtons }
    const drawn = drawnMirrored(mirrored, { ...around, silent: false })
    if (!drawn) return
    wait(drawn.id, async ({ notifyOfPhones, silentNotices }) => {
      if (!notifyOfPhones) return undefined
      return { ...drawn, drawn: { ...drawn.drawn, silent: silentNotices } }
    })
  }

  async function dismissed(dismissal: Ephemeral): Promise<void> {
    for (const id of [...waiting.keys()]) if (isDismissed(id, dismissal)) waiting.delete(id)
    await turns.idle()
    for (const id of (await shown.all()).keys()) if (isDismissed(id, dismissal)) await screen.close(id)
  }

  function texted(sms: IncomingSms): void {
    const name = `sms ${sms.device} ${sms.thread_id} ${sms.timestamp}`
    if (known.has(name)) return
    known.add(name)
    forgetEldest(known, most.texts)
    wait(name, async ({ notifyOfTexts, silentNotices }) => {
      if (!notifyOfTexts) return undefined
      const deviceName = nameOfDevice(session, sms.device)
      const before = (await shown.get(`sms ${sms.device} ${sms.thread_id}`))?.words ?? ''
      return drawnText(sms, before, { deviceName, hasButtons, silent: silentNotices })
    })
  }

  const stops = [
    session.onEphemeral((ephemeral) => {
      if (ephemeral.type === 'mirror') mirror(ephemeral)
      if (ephemeral.type === 'dismissal') void dismissed(ephemeral)
    }),
    session.device.$all.subscribe((devices) => {
      const wanted = devices.some(({ has_sms }) => has_sms)
      if (wanted === (texts !== undefined)) return
      stopTexts()
      texts?.close()
      texts = wanted ? openTexts(opened) : undefined
      stopTexts = texts?.onNotice(texted) ?? (() => {})
    }),
  ]
  return {
    texts: () => texts,
    lookIfHeld() {
      if (waiting.size > 0) turns.soon()
    },
    close() {
      turns.close()
      stopTexts()
      texts?.close()
      for (const stop of stops) stop()
    },
  }
}

/** During quiet hours no device notifies. */
function areQuietHours(session: Opened['session']): boolean {
  const hours = readQuietHours(session.$account.get()?.preferences?.[quietHoursPreference])
  return hours !== undefined && areQuiet(hours, Date.now())
}
