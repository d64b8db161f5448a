import { expect, test } from 'vitest'
import { readMirrored } from './mirrored-notifications.ts'

test('a notification of another device is identified by its app, id and tag, and invalid without the first two', () => {
  const tagged = { package_name: 'chat', notification_id: 7, notification_tag: 'ana', source_user_iden: 'u' }
  expect(readMirrored({ ...tagged, title: 'Cy' })).toEqual(tagged)
  expect(readMirrored({ package_name: 'chat', notification_id: '7', notification_tag: 5 })).toEqual({
    package_name: 'chat',
    notification_id: '7',
    notification_tag: null,
    source_user_iden: '',
  })
  for (const odd of [{ notification_id: {} }, { notification_id: undefined }, { package_name: 5 }])
    expect(readMirrored({ ...tagged, ...odd }), JSON.stringify(odd)).toBeUndefined()
})
