import { type count as countBase, type params as paramsBase, strings, transform } from '@nanostores/i18n'
import { regionalLanguage } from '../../browser/system.ts'

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
  const region = regionalLanguage(code)
  return form.replaceAll('{count}', new Intl.NumberFormat(region).format(number))
}) as typeof countBase
