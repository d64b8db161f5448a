import { expect, test } from 'vitest'
import { projectWith } from '../test-project.ts'
import { wrongLocales } from './locales.ts'

const found = (source: string, path = 'packages/agent/src/x.ts') => wrongLocales(projectWith({ [path]: source }))

test.each([
  'const write = (size) => size.toLocaleString()',
  'const write = (time) => time.toLocaleTimeString(undefined, { timeStyle: "short" })',
  'const write = (time) => time.toLocaleDateString([])',
  'const write = (size) => new Intl.NumberFormat().format(size)',
  'const write = (size) => new Intl.NumberFormat(own).format(size)',
  'const cut = (words) => Intl.Segmenter(undefined, { granularity: "word" })',
  'const order = (a, b) => a.localeCompare(b)',
  'const order = (a, b) => a.localeCompare(b, process.env.LANG)',
  'const loud = (words) => words.toLocaleUpperCase()',
  'const own = () => navigator.language',
  'const own = () => globalThis.navigator?.languages[0]',
])('%s takes another language', (source) => {
  expect(found(source)).toEqual([expect.stringMatching(/^packages\/agent\/src\/x\.ts:1 take the language from locale\(\)/)])
})

test.each([
  "const write = (size) => size.toLocaleString('en')",
  "const write = (time) => time.toLocaleDateString('en-US', { dateStyle: 'long' })",
  'const write = (size) => new Intl.NumberFormat(locale()).format(size)',
  'const write = (size, language) => new Intl.NumberFormat(language).format(size)',
  'const order = (a, b) => a.localeCompare(b, locale())',
  "const zones = () => Intl.supportedValuesOf('timeZone')",
  'const write = (size) => size.toString()',
])('%s does not', (source) => {
  expect(found(source)).toEqual([])
})

test.each([
  "const most = (5_000).toLocaleString('en')",
  'const order = new Intl.Collator(locale())',
  "const words = { most: (5_000).toLocaleString('en') }",
])('%s asks while the program is loaded', (source) => {
  expect(found(source)).toEqual([expect.stringMatching(/:1 ask for it when it is first needed/)])
  expect(found(source, 'packages/web/src/x.ts')).toEqual([])
})
