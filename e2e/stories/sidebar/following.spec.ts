import { followSomething } from '@waypost/web/words/channel/follow'
import { desktopScreen, faultsOnEachScreen, load, screens, seriousFaults, showOn } from '../../actors/accessibility.ts'
import { composer, expect, history, test } from '../../actors/actors.ts'
import { channel, items } from '../../actors/sidebar.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('SHELL-069 SHELL-070 SHELL-071 a channel is found by its tag, followed, and opened by tag and by iden', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const iden = await channel(bob, 'Garden', 'Garden notes')
  const page = await alice.open('/#following')
  await expect(page).toHaveURL(/#following\/new$/)
  await page.getByLabel(followSomething.tag).fill('no-such-tag')
  await expect(page.getByText(sentence(followSomething.missing, { tag: 'no-such-tag' }))).toBeVisible()
  await page.getByLabel(followSomething.tag).fill('#garden')
  const card = page.getByRole('article', { name: 'Garden notes' })
  await expect(card).toContainText('All about Garden.')
  await expect(card).not.toContainText('follower')
  await card.getByRole('button', { name: 'FOLLOW', exact: true }).click()
  await expect(card.getByRole('button', { name: 'FOLLOWING' })).toBeVisible()
  await expect(items(page, 'Following')).toHaveCount(1)
  await card.getByRole('link', { name: followSomething.open }).click()
  await expect(page.getByText('Nothing posted yet')).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await bob.call('/v2/pushes', { type: 'note', body: 'The beans are up', channel_tag: 'Garden' })
  await expect(history(page).getByText('The beans are up')).toBeVisible()
  for (const item of ['garden', iden]) {
    await page.goto('/#people/me')
    await page.goto(`/#following/${item}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Garden notes' })).toBeVisible()
  }
})

test('axe finds nothing serious in Following and the search at 1280 and 390 px (acceptance point 1)', async ({ actor }) => {
  const alice = await actor('alice', desktopScreen)
  const bob = await actor('bob')
  await channel(alice, 'mine', 'My own channel')
  await channel(bob, 'bobnews', 'News of Bob')
  await alice.call('/v2/subscriptions', { channel_tag: 'bobnews' })
  const page = await alice.open('/#following/new')
  await page.getByLabel(followSomething.tag).fill('bobnews')
  expect(await faultsOnEachScreen(page, 'follow', page.getByRole('button', { name: 'FOLLOWING' }))).toEqual([])
  await load(page, '/#following/bobnews')
  for (const screen of screens) {
    // A resize closes the menu.
    await showOn(page, screen)
    await page.getByRole('button', { name: 'Conversation actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Unsubscribe' })).toBeVisible()
    expect([screen.viewport.width, await seriousFaults(page)]).toEqual([screen.viewport.width, []])
    await page.keyboard.press('Escape')
  }
  for (const screen of screens) {
    await showOn(page, screen)
    await load(page, '/#following')
    await page.getByRole('searchbox').fill('o')
    await expect(page.locator('mark').first()).toBeVisible()
    expect([screen.viewport.width, await seriousFaults(page)]).toEqual([screen.viewport.width, []])
  }
})
