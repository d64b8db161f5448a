import { pageCommands, sections } from '@waypost/web/words/page/shell'
import { forwardWords } from '@waypost/web/words/push/dialogs'
import { pushForm } from '@waypost/web/words/push/form'
import { paletteEntries, palette as paletteText } from '@waypost/web/words/sidebar'
import { blockWords } from '@waypost/web/words/target'
import { desktopScreen, faultsOnEachScreen, phoneScreen } from '../../actors/accessibility.ts'
import { composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { hold } from '../../actors/hold-requests.ts'
import { channel } from '../../actors/sidebar.ts'
import { sentence } from '../../actors/words/sentence.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: paletteText.title })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')

test('Ctrl+K opens the palette, which goes to targets, sections, settings and pages, with the keyboard alone', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/chats', { email: bob.email })
  await channel(alice, 'garden', 'Garden notes')
  await alice.call('/v2/devices', { nickname: 'Giant screen', type: 'linux' })
  const page = await alice.open()
  await expect(composer(page)).toBeVisible()
  for (const [typed, first, title] of [
    ['bob', 'Bob', 'Bob'],
    ['gar no', 'Garden notes', 'Garden notes'],
    ['gian', 'Giant screen', 'Giant screen'],
    ['go peop', 'Go to People', 'Giant screen'],
    ['settings encr', 'Settings: Encryption', 'Settings'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(field(page)).toBeFocused()
    await field(page).fill(typed)
    await expect(options(page).first()).toContainText(first)
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(palette(page)).toHaveCount(0)
    if (first !== 'Go to People') await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await expect(page).toHaveURL(/#settings\/encryption$/)
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill('channels page')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/channels$/)
})

test('the palette sends to a target with the field focused, and does what a shortcut does', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/chats', { email: bob.email })
  const page = await alice.open()
  await expect(composer(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill('send bo')
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveAccessibleName(sentence(pushForm.label, { name: 'Bob' }))
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('hello')
  await page.keyboard.press('Enter')
  await expect(history(page).getByText('hello')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill('add a')
  await expect(options(page).first()).toContainText('n')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#people\/new$/)
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill('keyboard')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: pageCommands.sheet })
  await expect(sheet.getByText(pageCommands.palette)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill('no such thing')
  await expect(palette(page).getByText('No matches for “no such thing”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page)).toHaveCount(0)
})

test('the palette replies to the message with the focus, edits, forwards, mutes, blocks and signs out, with the keyboard alone', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await bob.call('/v2/pushes', { type: 'note', body: 'Lunch?', email: alice.email })
  await alice.call('/v2/pushes', { type: 'note', body: 'At noon', email: bob.email })
  const page = await alice.open(`/#people/${bob.email}`)
  const message = (words: string) => history(page).getByRole('article').filter({ hasText: words })
  const command = async (typed: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await field(page).fill(typed)
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(palette(page)).toHaveCount(0)
  }
  // The focused message comes first, before anything is typed; it was not sent by Alice, so she cannot edit it.
  await message('Lunch?').focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(options(page).first()).toHaveText(/Copy\s*Message: Lunch\?\s*c/)
  await expect(options(page).filter({ hasText: sentence(paletteEntries.message, { words: 'Lunch?' }) })).toHaveText([
    /^Copy/,
    /^Reply/,
    /^Forward/,
    /^Select/,
    /^Mark as unread/,
    /^Delete/,
  ])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Reply to Bob')).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await message('At noon').focus()
  await command('edit')
  await expect(composer(page)).toHaveValue('At noon')
  await composer(page).press('Escape')
  await command('forward')
  await expect(page.getByRole('dialog', { name: forwardWords.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await command('mute')
  const row = page.getByRole('navigation', { name: 'People' }).getByRole('link', { name: /^Bob/ })
  await expect(row).toHaveAccessibleName(/Muted/)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('m')
  await expect(row).not.toHaveAccessibleName(/Muted/)
  await command('block')
  await expect(page.getByRole('alertdialog', { name: sentence(blockWords.title, { name: 'Bob' }) })).toBeVisible()
  await page.keyboard.press('Escape')
  await command('sign out')
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
})

test('axe finds nothing serious in the palette', async ({ actor }) => {
  const alice = await actor('alice', desktopScreen)
  const page = await alice.open()
  await expect(composer(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  expect(await faultsOnEachScreen(page, 'palette', field(page), { readOut: page })).toEqual([])
})

test('on a phone the palette fits, and sending to a target focuses its field', async ({ actor }) => {
  const alice = await actor('alice', phoneScreen)
  const page = await alice.open('/#people')
  await expect(page.getByRole('navigation', { name: sections.label })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(options(page).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await field(page).fill('send me')
  await options(page).first().tap()
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill('go dev')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#devices$/)
})

test('a key that is pressed before the code of the shortcuts is there acts once it is', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.context.newPage()
  const bring = await hold(page, '**/assets/soon-*.js')
  await page.goto('/#people/me')
  await expect(composer(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page)).toHaveCount(0)
  bring()
  await expect(field(page)).toBeFocused()
})
