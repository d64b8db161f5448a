import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../actors/actors.ts'

/** The events of the key that confirms or cancels a candidate, in the order of Chromium and Firefox, and of Safari. */
const orders = {
  'Chromium and Firefox': [['keydown', true], 'compositionend', ['keyup', false]],
  Safari: ['compositionend', ['keydown', false], ['keyup', false]],
} as const

/** Composes a word in a field and confirms it with a key. @returns whether the field kept the focus throughout */
function compose(field: Locator, key: string, order: (typeof orders)[keyof typeof orders]): Promise<boolean> {
  return field.evaluate(
    (element: HTMLInputElement | HTMLTextAreaElement, [key, order]) => {
      element.focus()
      element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
      const setValue = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set
      setValue?.call(element, 'にほんご')
      element.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
      for (const each of order) {
        if (each === 'compositionend')
          element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'にほんご' }))
        else {
          const [type, isComposing] = each
          element.dispatchEvent(new KeyboardEvent(type, { key, keyCode: 229, isComposing, bubbles: true, cancelable: true }))
        }
      }
      return document.activeElement === element
    },
    [key, order] as const,
  )
}

/** Every place with a field in which Enter does something, and that field. */
const places: [address: string, field: (page: Page) => Locator, before?: (page: Page) => Promise<void>][] = [
  ['/#people/me', (page) => page.getByRole('main').locator('textarea')],
  ['/#people/me', (page) => page.getByRole('searchbox').first()],
  ['/#settings/devices', (page) => page.getByRole('main').getByRole('textbox').first()],
  ['/#people/me', (page) => page.getByRole('dialog').getByRole('combobox'), (page) => page.keyboard.press('Control+k')],
]

test('the key that confirms or cancels a candidate of an input method sends, saves, searches and leaves nothing, in any browser', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await alice.call('/v2/devices', { nickname: 'Kitchen', icon: 'tablet' })
  const page = await alice.open('/#people/me')
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  for (const [address, field, before] of places) {
    await page.goto(address)
    await before?.(page)
    await field(page).waitFor()
    const at = page.url()
    for (const [browser, order] of Object.entries(orders))
      for (const key of ['Enter', 'Escape', 'Tab', 'ArrowDown'])
        expect([address, browser, key, await compose(field(page), key, order)]).toEqual([address, browser, key, true])
    await expect(field(page)).toHaveValue('にほんご')
    expect(page.url()).toBe(at)
  }
  expect(sent.filter((url) => /\/v2\/(pushes|devices)/.test(url))).toEqual([])
})
