// Lets the account choose whether people learn that it has read their messages.

import { useStore } from '@nanostores/react'
import { i18n } from '../../ui/language.ts'
import { Preference } from './Preference.tsx'

const messages = i18n('read-receipts', {
  title: 'Read marks',
  lead: 'People see whether a message they sent you has arrived and whether you have read it, and you see the same of yours. Switch it off, and neither side sees either. People you block see nothing new.',
  choice: 'Show when I have read messages',
})

/** Whether people see that their messages were delivered and read. */
export function ReadReceipts() {
  const t = useStore(messages)
  return <Preference name="read_receipts" title={t.title} lead={t.lead} choice={t.choice} />
}
