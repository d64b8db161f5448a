import { supportStrip } from '@waypost/web/words/page'
import { newPerson, personPicker, suggestionsWords } from '@waypost/web/words/people'
import { localForm, localWay } from '@waypost/web/words/sign-in/ways-in'
import { desktopScreen, faultsOnEachScreen } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

const input = (page: Page) => page.getByRole('combobox', { name: newPerson.who })
const options = (page: Page) => page.getByRole('listbox', { name: suggestionsWords.title }).getByRole('option')
const chosen = (page: Page) => page.getByRole('option', { selected: true })

async function withContacts(alice: Actor, ...names: string[]): Promise<void> {
  for (const name of names) await alice.call('/v2/contacts', { name, email: `${name.split(' ')[0]?.toLowerCase()}@example.org` })
}

test('PICK-002 PICK-007 PICK-008 PICK-009 PICK-010 arrows select, Enter and Tab pick the selected or the first one, other keys select nothing (acceptance point 21)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await withContacts(alice, 'Dana Ito', 'Dora Lund', 'Dirk Ott')
  const page = await alice.open('/#people/new')
  await expect(page.getByRole('heading', { level: 1, name: 'Find your friends' })).toBeVisible()
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('d')
  await expect(options(page)).toHaveCount(3)
  const all = (await options(page).allInnerTexts()).map((text) => text.split('\n')[0] ?? '')
  await expect(chosen(page)).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toContainText(all[1] ?? '')
  await expect(input(page)).toHaveAttribute('aria-activedescendant', (await chosen(page).getAttribute('id')) ?? '')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toContainText(all[0] ?? '')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toContainText(all[2] ?? '')
  await page.keyboard.press('ArrowLeft')
  await expect(chosen(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: sentence(personPicker.remove, { name: all[0] }) })).toBeVisible()
  await expect(input(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Start talking' })).toBeFocused()

  await page.getByRole('button', { name: sentence(personPicker.remove, { name: all[0] }) }).press('ArrowLeft')
  await page.getByRole('button', { name: sentence(personPicker.remove, { name: all[0] }) }).press('Backspace')
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('d')
  await expect(options(page)).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: sentence(personPicker.remove, { name: all[1] }) }).press('Delete')
  await expect(input(page)).toBeFocused()
})

test('PICK-012 the field has the focus 30 ms after it appears', async ({ actor }) => {
  const alice = await actor('alice')
  await withContacts(alice, 'Dana Ito')
  const page = await alice.open('/#people/new')
  await page.clock.install()
  await input(page).fill('dana')
  await input(page).press('Enter')
  const chip = page.getByRole('button', { name: sentence(personPicker.remove, { name: 'Dana Ito' }) })
  await expect(chip).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await chip.click()
  await expect(input(page)).toBeVisible()
  await page.clock.runFor(29)
  await expect(input(page)).not.toBeFocused()
  await page.clock.runFor(1)
  await expect(input(page)).toBeFocused()
})

test('PICK-009 PICK-014 an empty field has no list and Tab leaves it; Shift+Tab and Esc always leave (acceptance point 21)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await withContacts(alice, 'Dana Ito')
  const page = await alice.open('/#people/new')
  await expect(input(page)).toBeFocused()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Start talking' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('da')
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Start talking' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('Shift+Tab')
  await expect(input(page)).not.toBeFocused()
  await expect(input(page)).toHaveValue('da')
})

test('PICK-011 PICK-013 the list closes 300 ms after the field loses the focus, and is at most 420 px high (acceptance point 21)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await withContacts(
    alice,
    ...['Ada', 'Amy', 'Ann', 'Art', 'Ava', 'Abe', 'Alf', 'Ali', 'Asa', 'Axl'].map((name) => `${name} Berg`),
  )
  const page = await alice.open('/#people/new')
  await page.clock.install()
  await page.goto('/#people/me')
  await page.goto('/#people/new')
  await page.clock.runFor(100)
  await input(page).fill('berg')
  await expect(options(page)).toHaveCount(10)
  expect((await page.getByRole('listbox').boundingBox())?.height).toBe(420)
  await page.clock.pauseAt(Date.now() + 600_000)
  await input(page).blur()
  await page.clock.runFor(299)
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.clock.runFor(2)
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('PICK-001 PICK-003 PICK-004 PICK-015 PICK-017 (deviates) an address without an account is suggested, and starts a chat; an incomplete one says why not', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#people/new')
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('some')
  await page.getByRole('button', { name: 'Start talking' }).click()
  await expect(page.getByText(newPerson.whole)).toBeVisible()
  await expect(input(page)).toBeFocused()
  await expect(input(page)).toHaveAccessibleDescription(newPerson.whole)
  expect((await alice.call('/v2/chats')).body.chats).toEqual([])
  await page.keyboard.press(supportStrip.end)
  await page.keyboard.type('body@example.org')
  await expect(page.getByText(newPerson.whole)).toHaveCount(0)
  await expect(options(page)).toHaveText(['somebody@example.org'])
  await page.getByRole('button', { name: 'Start talking' }).click()
  await expect(page.getByText('Say hello to somebody@example.org')).toBeVisible()
  // It may be misspelled.
  await expect(page.getByText('No one here has the address somebody@example.org yet.', { exact: false }).first()).toBeVisible()
  expect((await alice.call('/v2/chats')).body.chats).toHaveLength(1)
})

test('PICK-005 PICK-006 suggested people are in cells of 180 by 200, at most three in a row, and in items of 64 on phones', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const empty = await alice.open('/#people/new')
  await expect(empty.getByText(suggestionsWords.none)).toBeVisible()
  await empty.close()
  await withContacts(alice, 'Dana Ito', 'Eve Stone', 'Finn Lund', 'Gus Ott', 'Hal Berg')
  const page = await alice.open('/#people/new')
  const cells = page.getByRole('region', { name: suggestionsWords.title }).getByRole('listitem')
  await expect(cells).toHaveCount(5)
  for (const [width, columns] of [
    [1600, 3],
    [1280, 3],
    [768, 2],
    [560, 2],
    [528, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const shape = async () => {
      const boxes = await Promise.all((await cells.all()).map((cell) => cell.boundingBox()))
      return [width, boxes.filter((box) => box?.y === boxes[0]?.y).length, boxes[0]?.width, boxes[0]?.height]
    }
    await expect.poll(shape).toEqual([width, columns, 180, 200])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(async () => expect((await cells.first().boundingBox())?.height).toBe(64)).toPass()
  await page.getByRole('button', { name: /Eve Stone/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Eve/i })).toBeVisible()
})

test('by keyboard alone: sign in, pick a friend, type, send, Sent (acceptance point 6)', async ({ visitor, actor }) => {
  const bob = await actor('bob')
  const page = await visitor()
  const press = (key: string) => page.keyboard.press(key)
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement
      return at instanceof HTMLElement ? (at.getAttribute('aria-label') ?? at.textContent ?? '') || at.id || at.tagName : ''
    })
  /** Presses Tab until the focused element has this name; each focused element must be visible. */
  async function tabTo(words: RegExp): Promise<void> {
    for (let presses = 0; presses < 40; presses++) {
      await press('Tab')
      if (await page.evaluate(() => document.activeElement === document.body)) continue
      const outline = await page.evaluate(() => {
        for (let at = document.activeElement; at; at = at.parentElement)
          if (getComputedStyle(at).outlineStyle !== 'none') return true
        return false
      })
      expect([await focused(), outline]).toEqual([await focused(), true])
      if (words.test(await focused())) return
    }
    throw new Error(`No Tab leads to ${words}.`)
  }

  await page.goto('/signin')
  await page.getByRole('button', { name: localWay.toSignUp }).waitFor()
  await tabTo(/Create one/)
  await press('Enter')
  await page.getByLabel(localForm.name).waitFor()
  await page.getByLabel(localForm.name).focus()
  await page.keyboard.type('Alice')
  await press('Tab')
  await page.keyboard.type('alice@example.org')
  await press('Tab')
  await page.keyboard.type('correct horse battery')
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Me' })).toBeVisible()
  await tabTo(/Add a friend/)
  await press('Enter')
  await expect(input(page)).toBeFocused()
  await page.keyboard.type(bob.email)
  await expect(options(page)).toHaveCount(1)
  await press('Enter')
  await expect(page.getByRole('button', { name: 'Start talking' })).toBeFocused()
  await press('Enter')
  await expect(page.getByText('Say hello to Bob')).toBeVisible()
  await expect(page.getByText('No one here has the address', { exact: false })).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('Are the slides done?')
  await press('Enter')
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
})

test('axe finds nothing serious in the picker at 1280 and 390 px (acceptance point 1)', async ({ actor }) => {
  const alice = await actor('alice', desktopScreen)
  await withContacts(alice, 'Dana Ito', 'Dora Lund')
  const page = await alice.open('/#people/new')
  const choose = async () => {
    await input(page).fill('d')
    await page.keyboard.press('ArrowDown')
    await expect(chosen(page)).toBeVisible()
  }
  await choose()
  expect(await faultsOnEachScreen(page, 'list', chosen(page), { readOut: page })).toEqual([])
  await page.reload()
  await choose()
  await page.keyboard.press('Enter')
  expect(await faultsOnEachScreen(page, 'chip', page.getByRole('button', { name: /^Remove/ }))).toEqual([])
})
