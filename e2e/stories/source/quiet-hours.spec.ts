import { load, screens, seriousFaults, showOn } from '../../actors/accessibility.ts'
import { expect, test } from '../../actors/actors.ts'

test('quiet hours are set by weekday, time and zone, and are there after a reload', async ({ actor }) => {
  const ann = await actor('ann')
  const page = await ann.open('/#settings/notifications')
  const quiet = page.getByRole('region', { name: 'Quiet hours' })
  await quiet.getByRole('checkbox', { name: 'Quiet hours on' }).check()
  const first = quiet.getByRole('group', { name: 'Quiet hours 1' })
  await first.getByRole('checkbox', { name: 'Saturday' }).press(' ')
  await expect(first.getByRole('checkbox', { name: 'Saturday' })).not.toBeChecked()
  await first.getByLabel('From').fill('21:30')
  await expect(first.getByText('until the next day')).toBeVisible()
  await quiet.getByRole('button', { name: 'Add hours' }).click()
  const second = quiet.getByRole('group', { name: 'Quiet hours 2' })
  await expect(second.getByRole('checkbox', { name: 'Monday' })).toBeFocused()
  await second.getByLabel('From').fill('12:00')
  await second.getByLabel('To').fill('13:00')
  await expect(second.getByText('until the next day')).toHaveCount(0)
  await quiet.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin')
  await quiet.getByRole('combobox', { name: 'Breaks through' }).selectOption('Important and urgent messages')
  await quiet.getByRole('button', { name: 'Save' }).click()
  await expect(quiet.getByText('Saved', { exact: true })).toBeVisible()
  const { body } = await ann.call('/v3/get-permanent', { key: 'web_preferences' })
  expect(body.data.quiet_hours).toEqual({
    on: true,
    zone: 'Europe/Berlin',
    spans: [
      { days: [1, 2, 3, 4, 5, 7], from: '21:30', to: '07:00' },
      { days: [1, 2, 3, 4, 5, 6, 7], from: '12:00', to: '13:00' },
    ],
    breaks_through: 4,
  })
  await load(page, '/#settings/notifications')
  await expect(quiet.getByLabel('From').first()).toHaveValue('21:30')
  // The list of time zones depends on the browser, so the page is not compared with a saved one.
  for (const screen of screens) {
    await showOn(page, screen)
    expect(await seriousFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(screen.viewport.width)
  }
  await load(page, '/#settings/notifications')
  await quiet.getByRole('button', { name: 'Remove quiet hours 2' }).click()
  await expect(first.getByRole('checkbox', { name: 'Monday' })).toBeFocused()
})
