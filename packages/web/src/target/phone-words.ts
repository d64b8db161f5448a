import type { ReportedPhone } from '@waypost/protocol'
import { i18n, region } from '../ui/language.ts'
import { phoneWords } from './en.ts'

const messages = i18n('phone-words', phoneWords)

/** '71 %', '71 %, charging'; undefined while unknown. */
export function batteryWords({ battery, is_charging }: Pick<ReportedPhone, 'battery' | 'is_charging'>): string | undefined {
  if (battery === undefined) return undefined
  const charge = new Intl.NumberFormat(region, { style: 'percent' }).format(battery / 100)
  return is_charging ? messages.get().charging({ charge }) : charge
}
