// Defines how texts of the interface are written, filled and pluralized, in which language and locale.

import {
  type count as countBase,
  createI18n,
  type Preprocessor,
  type params as paramsBase,
  strings,
  transform,
} from '@nanostores/i18n'
import { atom } from 'nanostores'
import { readSetting } from '../browser/storage.ts'
import { regionalLanguage } from '../browser/system.ts'
import { pseudo } from './pseudo.ts'

/** The language of the interface: English, or a pseudo-language for finding layout problems. */
const language = 'en'
const madeUp = readSetting('locale') === 'pseudo'

/** The locale of dates, times and numbers. */
export const region: string = regionalLanguage(language)

const lengthen: Preprocessor = (words) =>
  Object.fromEntries(Object.entries(words).map(([key, value]) => [key, strings(value as string, pseudo)]))

/** Defines texts beside their component: `i18n('menu', { close: 'Close' })`. Use whole sentences, do not join parts. */
export const i18n = createI18n(atom(language), {
  get: async () => ({}),
  preprocessors: madeUp ? [lengthen] : [],
})

/**
 * Fills `{name}` with a value. Not the library's function, which treats `$&` in a value as a replacement pattern.
 */
export const params = transform((_language, words, values: Record<string, string | number>) =>
  strings(words as string, (text) => text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))),
) as typeof paramsBase

/** Chooses the plural form for a number, and formats the number for the locale. */
export const count = transform((code, words, number: number) => {
  const forms = words as Record<string, string>
  const form = forms[new Intl.PluralRules(code).select(number)] ?? forms.other ?? ''
  return form.replaceAll('{count}', new Intl.NumberFormat(region).format(number))
}) as typeof countBase
