import { useStore } from '@nanostores/react'
import type { Device } from '@waypost/protocol'
import { usePhone } from '../session/phones.ts'
import { i18n } from '../ui/language.ts'
import { phoneLine } from './en.ts'
import { batteryWords } from './phone-words.ts'

const messages = i18n('phone-line', phoneLine)

/** Whether a phone paired with a companion can be reached, and its battery, kept up to date. @param kind shown until that is known */
export function PhoneLine({ device, kind }: { device: Device; kind: string }) {
  const t = useStore(messages)
  const known = usePhone(device)
  if (known.state === 'failed') return known.words
  if (known.state === 'asking') return kind
  if (known.state === 'silent') return t.silent
  const { phone } = known
  if (!phone.is_connected) return t.away
  const battery = batteryWords(phone)
  return battery === undefined ? t.connected : t.charge({ battery })
}
