import { quietHoursFields } from '@waypost/web/words/page/topics/quiet-hours'
import { notificationSettings } from '@waypost/web/words/settings'
import { load, screens, seriousFaults, showOn } from '../../actors/accessibility.ts'
import { expect, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('quiet hours are set by weekday, time and zone, and are there after a reload', async ({ actor }) => {
  const ann = await actor('ann')
  const page = await ann.open('/#settings/notifications')
  const quiet = page.getByRole('region', { name: notificationSettings.quiet })
  await quiet.getByRole('checkbox', { name: notificationSettings.on }).check()
  const first = quiet.getByRole('group', { name: sentence(quietHoursFields.hours, { number: '1' }) })
  await first.getByRole('checkbox', { name: 'Saturday' }).press(' ')
  await expect(first.getByRole('checkbox', { name: 'Saturday' })).not.toBeChecked()
  await first.getByLabel(quietHoursFields.from).fill('21:30')
  await expect(first.getByText(quietHoursFields.nextDay)).toBeVisible()
  await quiet.getByRole('button', { name: quietHoursFields.add }).click()
  const second = quiet.getByRole('group', { name: sentence(quietHoursFields.hours, { number: '2' }) })
  await expect(second.getByRole('checkbox', { name: 'Monday' })).toBeFocused()
  await second.getByLabel(quietHoursFields.from).fill('12:00')
  await second.getByLabel(quietHoursFields.to).fill('13:00')
  await expect(second.getByText(quietHoursFields.nextDay)).toHaveCount(0)
  await quiet.getByRole('combobox', { name: quietHoursFields.zone }).selectOption('Europe/Berlin')
  await quiet.getByRole('combobox', { name: quietHoursFields.through }).selectOption(quietHoursFields.high)
  await quiet.getByRole('button', { name: 'Save' }).click()
  await expect(quiet.getByText(notificationSettings.saved, { exact: true })).toBeVisible()
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
  await expect(quiet.getByLabel(quietHoursFields.from).first()).toHaveValue('21:30')
  // The list of time zones depends on the browser, so the page isn't compared to a saved one.
  for (const screen of screens) {
    await showOn(page, screen)
    expect(await seriousFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(screen.viewport.width)
  }
  await load(page, '/#settings/notifications')
  await quiet.getByRole('button', { name: sentence(quietHoursFields.remove, { number: '2' }) }).click()
  await expect(first.getByRole('checkbox', { name: 'Monday' })).toBeFocused()
})
