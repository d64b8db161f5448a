import { expect, test } from 'vitest'
import { checkNotDeleted } from './deleted-device.ts'

test('nothing is sent to a deleted device, nor to one that is not there', () => {
  const device = { active: 1 }
  expect(checkNotDeleted(device)).toBe(device)
  for (const gone of [{ active: 0 }, undefined])
    expect(() => checkNotDeleted(gone, 'target_device_iden')).toThrow(
      expect.objectContaining({ code: 'invalid_param', param: 'target_device_iden' }),
    )
})
