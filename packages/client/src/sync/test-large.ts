import { type Account, storageVersion, syncedTypes } from '@waypost/protocol'
import { inMemoryStore, type KeyValueStore } from '../ground/key-value-store.ts'

/** For tests: the storage of a busy account. Every push is unread, and of normal length. */
export function storageFilled(size: { chats: number; channels: number; pushesEach: number }): {
  saved: KeyValueStore
  account: Account
} {
  const saved = inMemoryStore()
  const start = 1_700_000_000
  let made = 0
  const synced = (iden: string) => ({ iden, active: true, created: start + made, modified: start + made++ })
  const write = (key: string, value: unknown) => saved.write(key, typeof value === 'string' ? value : JSON.stringify(value))
  const pushes = (fields: object) =>
    Array.from({ length: size.pushesEach }, () => ({
      ...synced(`push-${made}`),
      type: 'note',
      direction: 'incoming',
      dismissed: false,
      body: `Something that somebody wrote to somebody else, number ${made}. It goes on for a line or two, as such things do.`,
      ...fields,
    }))

  const chats = Array.from({ length: size.chats }, (_, index) => {
    const email = `person-${index}@example.org`
    write(`mirror.pushes.email:${email}`, {
      from: 0,
      pushes: pushes({ sender_email: email, sender_email_normalized: email, sender_name: `Person ${index}` }),
    })
    return { ...synced(`chat-${index}`), with: { type: 'user', email, email_normalized: email, name: `Person ${index}` } }
  })
  const subscriptions = Array.from({ length: size.channels }, (_, index) => {
    const iden = `channel-${index}`
    write(`mirror.pushes.channel:${iden}`, { from: 0, pushes: pushes({ channel_iden: iden }) })
    return { ...synced(`subscription-${index}`), channel: { iden, tag: `tag-${index}`, name: `Channel ${index}` } }
  })
  write('mirror.chats', chats)
  write('mirror.subscriptions', subscriptions)
  const common = { id: '1', iden: 'user', email: 'me@example.org', email_normalized: 'me@example.org' }
  write('baseline', String(start + made))
  write('known_since', String(start))
  write('version', String(storageVersion))
  write('types', syncedTypes.join(' '))
  write('user', common.iden)
  write('bootstrap', 'done')
  return { saved, account: { ...common, created: start, modified: start, max_upload_size: 1 } }
}
