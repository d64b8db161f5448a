import { shareSheet } from '@waypost/web/words/push/sharing'
import { composer, expect, test } from '../../actors/actors.ts'
import { arrived, hash, pushesOf, send, sheet, target } from '../../actors/app/other-apps.ts'

test('a link of another program opens the sheet filled in and sends nothing by itself, or opens a conversation', async ({
  actor,
}) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await alice.call('/v2/pushes', { type: 'note', body: 'hello', email: 'carol@example.org' })
  const page = await alice.open()
  await expect(composer(page)).toBeVisible()
  const openLink = (link: string) => page.goto(`/share?link=${encodeURIComponent(link)}#people/me`)
  await openLink('web+waypost:send?title=Recipe&text=Try+this&url=https%3A%2F%2Fexample.org%2Fsoup&to=bob@example.org')
  await expect(sheet(page).getByLabel(shareSheet.title)).toHaveValue('Recipe')
  await expect(sheet(page).getByLabel(shareSheet.message)).toHaveValue('Try this')
  await expect(sheet(page).getByLabel(shareSheet.url)).toHaveValue('https://example.org/soup')
  await expect(sheet(page).getByRole('option')).toContainText(['bob@example.org', 'Me', 'carol@example.org'])
  expect(await pushesOf(bob)).toEqual([])
  await sheet(page).getByLabel(shareSheet.url).fill('javascript:alert(1)')
  await expect(async () => {
    await target(page, /^bob/).click()
    await expect(sheet(page).getByText(shareSheet.noLink)).toBeVisible({ timeout: 500 })
  }).toPass()
  await sheet(page).getByLabel(shareSheet.url).fill('https://example.org/stew')
  await send(page, /^bob/)
  expect(await arrived(bob, 1)).toEqual([{ type: 'link', title: 'Recipe', body: 'Try this', url: 'https://example.org/stew' }])

  await openLink('web+waypost:people/carol@example.org')
  await expect(page).toHaveURL(/\/#people\/carol@example.org$/)
  await openLink('web+waypost:settings/account')
  await expect(sheet(page).getByText(shareSheet.link)).toBeVisible()
})

test('files that the app is opened with lead to the sheet, and a shortcut moves the open window', async ({ actor }) => {
  const alice = await actor('alice')
  await alice.context.addInitScript(() => {
    const queue = { setConsumer: (consumer: unknown) => Object.assign(window, { launch: consumer }) }
    Object.defineProperty(window, 'launchQueue', { value: queue })
  })
  const page = await alice.open('/#people/me')
  await expect.poll(() => page.evaluate(() => 'launch' in window)).toBe(true)
  const launch = (address: string, names: string[] = []) =>
    page.evaluate(
      ({ address, names }) => {
        const files = names.map((name) => ({ kind: 'file', getFile: async () => new File([`this is ${name}`], name) }))
        const { launch } = window as unknown as { launch: (params: object) => void }
        launch({ targetURL: new URL(address, location.href).href, files })
      },
      { address, names },
    )
  await launch('/#settings/devices')
  await expect(page).toHaveURL(/#settings\/devices$/)
  // Starting the app doesn't leave the open page, and other sites aren't places of the app.
  await launch('/?launch#people')
  await launch('https://example.org/#people')
  await launch('/share?files=1#people/me', ['a.txt', 'b.txt'])
  await expect(sheet(page).getByRole('listitem')).toHaveText(['a.txt13 bytes', 'b.txt13 bytes'])
  await expect(page).toHaveURL(/#settings\/devices$/)
  await send(page, /^Me/)
  expect(await arrived(alice, 2)).toMatchObject([
    { file_name: 'a.txt', bytes: hash(Buffer.from('this is a.txt')) },
    { file_name: 'b.txt', bytes: hash(Buffer.from('this is b.txt')) },
  ])
})

test('the icon has the number of unread conversations, as the title does, and none after signing out', async ({ actor }) => {
  const [alice, bob, carol] = [await actor('alice'), await actor('bob'), await actor('carol')]
  const numbers: number[] = []
  await alice.context.exposeFunction('noteBadge', (count: number) => void numbers.push(count))
  await alice.context.addInitScript(() => {
    const { noteBadge } = window as unknown as { noteBadge: (count: number) => Promise<void> }
    Object.assign(navigator, { setAppBadge: noteBadge, clearAppBadge: () => noteBadge(0) })
  })
  const page = await alice.open('/#people/me')
  await expect(composer(page)).toBeVisible()
  await bob.call('/v2/pushes', { type: 'note', body: 'one', email: alice.email })
  await bob.call('/v2/pushes', { type: 'note', body: 'two', email: alice.email })
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect.poll(() => numbers.at(-1)).toBe(1)
  await carol.call('/v2/pushes', { type: 'note', body: 'three', email: alice.email })
  await expect(page).toHaveTitle(/^\(2\) /)
  await expect.poll(() => numbers.at(-1)).toBe(2)
  await page.goto('/#people/bob@example.org')
  // Messages are only read in a window that is in use.
  await page.mouse.move(300, 300)
  await page.mouse.move(320, 300)
  await expect.poll(() => numbers.at(-1)).toBe(1)
  await page
    .getByRole('button', { name: /^Alice|Account/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => numbers.at(-1)).toBe(0)
})
