import { expect, it } from 'vitest'
import { ageChoices, countChoices } from './retention.ts'

it('what another program has chosen is among the choices', () => {
  expect(ageChoices(3_601).map(({ label }) => label)).toEqual([
    'Forever',
    '3,601 seconds',
    '1 day',
    '7 days',
    '30 days',
    '90 days',
    '365 days',
  ])
  expect(countChoices(250).map(({ value }) => value)).toEqual(['0', '100', '250', '1000', '10000'])
})

it('without a choice everything is kept for ever', () => {
  expect(ageChoices()[0]).toEqual({ value: '0', label: 'Forever' })
  expect(countChoices()[0]).toEqual({ value: '0', label: 'All' })
})
