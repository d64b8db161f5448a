import { createI18n, type Preprocessor, strings } from '@nanostores/i18n'
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

/** The texts of a component, in the language of the interface: `i18n('menu', menu)`. The English ones are in the `en.ts` of its folder. */
export const i18n = createI18n(atom(language), {
  get: async () => ({}),
  preprocessors: madeUp ? [lengthen] : [],
})
