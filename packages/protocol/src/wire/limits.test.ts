import { expect, test } from 'vitest'
import { exportFor, free, largestFile, pro, refundFor, textsNearLimit, uploadFor } from './limits.ts'

const megabyte = 1_048_576
const gigabyte = 1_073_741_824

test('PRO-004 PRO-005 PRO-006 the limits of both plans match the price table', () => {
  expect(free).toEqual({ fileBytes: 25 * megabyte, storageBytes: 2 * gigabyte, textsPerMonth: 100 })
  expect(pro).toEqual({ fileBytes: gigabyte, storageBytes: 100 * gigabyte, textsPerMonth: Number.POSITIVE_INFINITY })
  expect(textsNearLimit).toBeLessThan(free.textsPerMonth)
})

test('GAP-058 PRO-009 times and sizes are those that are promised in words: an export stays a week, a refund is given for 72 hours', () => {
  const hour = 3_600_000
  expect(exportFor).toBe(7 * 24 * hour)
  expect(refundFor).toBe(72 * hour)
  expect(uploadFor).toBe(24 * hour)
  expect(largestFile / gigabyte).toBeCloseTo(48.8, 1)
})
