import { deleteHistory } from '@waypost/web/words/settings'
import { accessTokens } from '@waypost/web/words/settings/tokens'
import { showOn } from '../../actors/accessibility.ts'
import { type Actor, expect, type Page, test } from '../../actors/actors.ts'
import { channel } from '../../actors/sidebar.ts'

/** The element under the pointer after a click on a button, by the position of the click: at its start, in its middle, at its end. */
async function underPointer(page: Page, opener: string, cancel: string): Promise<string[]> {
  const button = page.getByRole('button', { name: opener, exact: true })
  const under: string[] = []
  for (const part of [0.04, 0.5, 0.96]) {
    await button.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await button.boundingBox()) as { x: number; y: number; width: number; height: number }
    const at = { x: x + width * part, y: y + height / 2 }
    await page.mouse.click(at.x, at.y)
    await page.getByRole('button', { name: cancel, exact: true }).waitFor()
    under.push(
      await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('button')?.textContent ?? 'nothing', at),
    )
    await page.getByRole('button', { name: cancel, exact: true }).click()
  }
  return under
}

async function withEverything(alice: Actor): Promise<void> {
  await channel(alice, 'garden', 'Garden notes')
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  await alice.call('/v3/upgrade-pro', { token_id: 'tok_test_yearly', plan_id: 'yearly' })
}

test('at 1280 and 390 px Cancel is under the pointer after the first press of everything that is deleted in two steps (acceptance point 23)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await withEverything(alice)
  const page = await alice.open()
  /** The element under the pointer at each width; each position is visited once. */
  const judge = async (opener: string, cancel: string) => {
    const under: string[][] = []
    for (const width of [1280, 390]) {
      await showOn(page, { viewport: { width, height: 900 } })
      under.push(await underPointer(page, opener, cancel))
    }
    return under
  }
  const all = (cancel: string) => [1280, 390].map(() => [cancel, cancel, cancel])
  for (const [place, opener, cancel] of [
    ['/my-channel?tag=garden', 'Delete Garden notes', 'Cancel'],
    ['/#settings/channels', 'Delete Garden notes', 'Cancel'],
    ['/#settings/devices', 'Delete Laptop', 'Cancel'],
    ['/#settings/history', deleteHistory.delete, 'Cancel'],
    ['/#settings/account', accessTokens.reset, 'Cancel'],
    ['/#settings/account', 'Cancel Pro', "Don't Cancel Pro"],
  ] as const) {
    await page.goto(place)
    expect([place, opener, await judge(opener, cancel)]).toEqual([place, opener, all(cancel)])
  }
  await page.goto('/#settings/account')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  expect(await judge('Delete everything', 'Cancel')).toEqual(all('Cancel'))
})
