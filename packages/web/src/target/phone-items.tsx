import type { Session, Target } from '@waypost/client'
import type { PhoneOutcome } from '@waypost/client/phones'
import { type Device, isPairedPhone } from '@waypost/protocol'
import { BellRing, Unlink } from 'lucide-react'
import { nameInWords } from '../format/names.ts'
import { phonesOf } from '../session/phones.ts'
import { showToast } from '../ui/feedback/feedback.ts'
import type { MenuItem } from '../ui/inputs/MenuItems.tsx'
import { i18n } from '../ui/language.ts'
import { phoneActions } from './en.ts'

const messages = i18n('phone-actions', phoneActions)

const icons = { size: 18, 'aria-hidden': true } as const

/** In milliseconds, before it says that it is waiting. */
const sayWaitingAfter = 1_000

/** Rings a phone paired with a companion; undefined for other targets. */
export function ringItem(session: Session, target: Target): MenuItem | undefined {
  const device = deviceOf(target)
  if (!isPairedPhone(device)) return undefined
  const t = messages.get()
  const name = nameInWords(target)
  return {
    label: t.ring,
    icon: <BellRing {...icons} />,
    onSelect: () => tell(name, t.rings({ name }), () => phonesOf(session).ask(device.iden, 'ring')),
  }
}

/** Unpairs a phone from its companion; undefined for other targets. */
export function unpairItem(session: Session, target: Target): MenuItem | undefined {
  const device = deviceOf(target)
  if (!isPairedPhone(device)) return undefined
  const t = messages.get()
  const name = nameInWords(target)
  return {
    label: t.remove,
    hint: t.ends,
    icon: <Unlink {...icons} />,
    danger: true,
    confirm: { object: t.removeThis({ name }), confirm: t.remove, cancel: t.cancel, busy: t.removing },
    onSelect: () => tell(name, t.removed({ name }), () => phonesOf(session).ask(device.iden, 'remove')),
  }
}

const deviceOf = ({ type, obj }: Target) => (type === 'device' ? (obj as Device | undefined) : undefined)

async function tell(name: string, done: string, ask: () => Promise<PhoneOutcome>): Promise<void> {
  const t = messages.get()
  const timer = setTimeout(() => showToast(t.waiting({ name })), sayWaitingAfter)
  const outcome = await ask()
  clearTimeout(timer)
  if ('report' in outcome) showToast(done)
  else showToast(outcome.failed === 'silent' ? t.silent({ name }) : outcome.words)
}
