// Makes the notification of a push, the same for an open window and for the service worker.

import { conversationOf, type NotifiedPush } from '@waypost/protocol'
import type { Notice, NoticeAction } from '../../browser/app/shown-notices.ts'
import { ownImage } from '../../browser/images.ts'
import type { TargetSection } from '../../route.ts'
import { i18n } from '../../ui/language.ts'
import { addressOf, copyOf, wordsOf } from '../labels.ts'

const messages = i18n('notices', { open: 'Open', copy: 'Copy', reply: 'Reply', dismiss: 'Dismiss' })

interface NoticeSource {
  /** The name of the conversation. */
  name: string
  /** The picture of the conversation, if it is a bounded one, or the default one for its type. */
  icon: string
  /** The title or the body of the push is longer than this. */
  cut?: true | undefined
}

/** The notification of a push. Browsers show only the first two or three actions, so the most useful ones come first. */
export function noticeOf(push: NotifiedPush, { name, icon, cut }: NoticeSource): Notice {
  const { title = name, ...rest } = push
  const { section, item } = placeOfPush(push)
  const address = addressOf(push)
  const text = copyOf(push)
  const t = messages.get()
  const offered = actionsOf(address !== undefined, section === 'people' && item !== 'me')
  return {
    tag: `${section} ${item}`,
    title,
    body: wordsOf(rest),
    icon,
    // That of another server would tell its sender at once that the message has come, and where.
    image: ownImage(push.image_url),
    actions: offered.filter((action) => action !== 'copy' || text !== '').map((action) => ({ action, title: t[action] })),
    data: {
      place: `#${section}/${encodeURIComponent(item).replaceAll('%40', '@')}`,
      iden: push.iden,
      together: name,
      ...(address !== undefined && { address }),
      ...(text !== '' && { text, ...(cut && { cut }) }),
    },
  }
}

function actionsOf(hasLink: boolean, isFromPerson: boolean): NoticeAction['action'][] {
  if (hasLink) return isFromPerson ? ['open', 'reply', 'copy', 'dismiss'] : ['open', 'copy', 'dismiss']
  return isFromPerson ? ['reply', 'dismiss', 'copy'] : ['copy', 'dismiss']
}

/** Where a push is shown, by its fields alone. */
export function placeOfPush(push: NotifiedPush): { section: TargetSection; item: string } {
  const conversation = conversationOf(push)
  if (conversation === 'self') return { section: 'people', item: 'me' }
  const [kind = '', ...rest] = conversation.split(':')
  return kind === 'email' ? { section: 'people', item: rest.join(':') } : { section: 'following', item: rest.join(':') }
}
