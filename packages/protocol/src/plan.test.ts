import { expect, test } from 'vitest'
import { freeLimits, proLimits, textsNearLimit } from './plan.ts'

const megabyte = 1_048_576
const gigabyte = 1_073_741_824

test('PRO-004 PRO-005 PRO-006 the limits of both plans match the price table', () => {
  expect(freeLimits).toEqual({ fileBytes: 25 * megabyte, storageBytes: 2 * gigabyte, files: 50_000, textsPerMonth: 100 })
  expect(proLimits).toEqual({
    fileBytes: gigabyte,
    storageBytes: 100 * gigabyte,
    files: 200_000,
    textsPerMonth: Number.POSITIVE_INFINITY,
  })
  expect(textsNearLimit).toBeLessThan(freeLimits.textsPerMonth)
})
