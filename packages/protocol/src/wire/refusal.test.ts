import { expect, test } from 'vitest'
import { Refusal, type RefusalCode } from './refusal.ts'

test('the sentences of refusals name no other product, though a code does, which programs compare', () => {
  const code: RefusalCode = 'pushbullet_pro_required'
  expect(new Refusal(code).message).toBe('Waypost Pro is required to make this call.')
})
