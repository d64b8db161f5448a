import { describe, expect, test } from 'vitest'
import { browserUses } from './browser.ts'
import { projectWith } from './test-project.ts'

describe('the browser', () => {
  const used = (code: string, file = 'push/Form.tsx') => {
    return browserUses(projectWith({ [`packages/web/src/${file}`]: code }))
  }

  test.each([
    ["new Notification('x')", 'Notification'],
    ['export const here = location.href', 'location'],
    ["export const kept = () => window.localStorage.getItem('x')", 'localStorage'],
    ["globalThis['sessionStorage'].clear()", 'sessionStorage'],
    ["window.open('/')", 'open'],
    ['export const framed = () => window.top?.location.origin', 'location'],
    ['export const { clipboard } = navigator', 'navigator'],
    ["document.cookie = 'a=b'", 'cookie'],
    ['export const state = { history }', 'history'],
    ['{ const history = 1; console.log(history) }\nhistory.back()', 'history'],
    ['export const line = <p>{navigator.language}</p>', 'navigator'],
  ])('%s is refused outside of its folder', (code, name) => {
    expect(used(code)).toEqual([expect.stringContaining(`uses ${name}: only web/src/browser`)])
  })

  test.each([
    ["import { history } from './history.ts'\nexport const rows = history.rows"],
    ['export function load(history: string[]) { return history.length }'],
    ['export const load = ({ location }: { location: string }) => location'],
    ['export const load = ({ rows: [history = 1] }) => { if (history) return () => history }'],
    ['for (const history of [1]) console.log(history)'],
    ["export const words = { history: 'History' }\nexport const word = words.history"],
    ['export type Permission = Notification | typeof navigator'],
    ["export const open = (place: string) => place\nopen('people')"],
  ])('%s is allowed', (code) => {
    expect(used(code)).toEqual([])
  })

  test('its folder and tests use it', () => {
    expect(used('export const here = location.href', 'browser/location.ts')).toEqual([])
    expect(used('export const here = location.href', 'push/Form.test.ts')).toEqual([])
  })
})
