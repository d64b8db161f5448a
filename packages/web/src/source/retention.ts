import { i18n, region } from '../ui/language.ts'
import { sourceRetention } from './en.ts'

const messages = i18n('source-retention', sourceRetention)

const day = 86_400
const ages = [1, 7, 30, 90, 365].map((days) => days * day)
const counts = [100, 1_000, 10_000]

export interface Choice {
  value: string
  label: string
}

/** How long messages are kept, in seconds; 0 means forever. Another program may have chosen any time. */
export function ageChoices(chosen = 0): Choice[] {
  const t = messages.get()
  const label = (seconds: number) => (seconds === 0 ? t.always : seconds % day === 0 ? t.days(seconds / day) : t.seconds(seconds))
  return withChosen([0, ...ages], chosen).map((seconds) => ({ value: String(seconds), label: label(seconds) }))
}

/** How many messages are kept; 0 means all. */
export function countChoices(chosen = 0): Choice[] {
  const t = messages.get()
  const label = (number: number) => (number === 0 ? t.all : t.newest({ number: new Intl.NumberFormat(region).format(number) }))
  return withChosen([0, ...counts], chosen).map((number) => ({ value: String(number), label: label(number) }))
}

const withChosen = (values: readonly number[], chosen: number): number[] =>
  [...new Set([...values, chosen])].sort((a, b) => a - b)
