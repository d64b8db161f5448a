import { planPrice } from '@waypost/protocol'
import { expect, it } from 'vitest'
import { headlineOf, priceOf } from './prices.ts'

it('PRO-012 PRO-013 a year costs $39.99 and is shown as $3.33/mo, a month $4.99', () => {
  expect(planPrice).toEqual({ yearly: 3_999, monthly: 499 })
  expect([priceOf('yearly'), headlineOf('yearly')]).toEqual(['$39.99', '$3.33/mo'])
  expect([priceOf('monthly'), headlineOf('monthly')]).toEqual(['$4.99', '$4.99'])
})
