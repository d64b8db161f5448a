// Builds the notification of a push, shared by windows, the service worker and the browser extension.

import { conversationOf, isOpenable, type NotifiedPush, priorities } from '@waypost/protocol'
import type { Section } from '../history/target.ts'
import { addressOf, copyOf, type PushTexts, wordsOf } from '../words/push-words.ts'
import type { Notice, NoticeAction, SenderAction } from './notice.ts'

/** What the displaying program contributes to notifications. */
export interface NoticeParts extends PushTexts {
  actions: Record<UsualAction, string>
  /** The text of a push that its reminder brought back. */
  reminder(words: string): string
  /** The URL of a picture that is safe to draw as is; undefined for any other. */
  boundedImage(address: string | undefined): string | undefined
  /** The URL of a picture of the own server; undefined for any other. */
  ownImage(address: string | undefined): string | undefined
}

type UsualAction = 'open' | 'copy' | 'reply' | 'dismiss'

export interface NoticeSource {
  name: string
  /** The picture of the conversation, if its size is bounded, or the default one for its type. */
  icon: string
  /** The title or the body of the push was cut. */
  cut?: true | undefined
  emoji?: string | undefined
}

/** The most sender actions that a notification shows. */
const mostOfSender = 2

/** The notification of a push. Browsers show only the first two or three actions, so the most useful ones come first. */
export function noticeOf(push: NotifiedPush, { name, icon, cut, emoji = '' }: NoticeSource, parts: NoticeParts): Notice {
  const { title = name, ...rest } = push
  const after = (text: string) => [emoji, text].filter(Boolean).join(' ')
  const words = push.title === undefined ? after(wordsOf(rest, parts)) : wordsOf(rest, parts)
  const { section, item } = placeOfPush(push)
  const address = addressOf(push)
  const text = copyOf(push)
  const acts = senderActions(push).slice(0, mostOfSender)
  const offered = actionsOf(address !== undefined, section === 'people' && item !== 'me')
  const usual = offered
    .filter((action) => action !== 'copy' || text !== '')
    .map((action) => ({ action, title: parts.actions[action] }))
  const { priority = priorities.usual } = push
  return {
    tag: `${section} ${item}`,
    title: push.title === undefined ? title : after(title),
    body: push.reminded === undefined ? words : parts.reminder(words),
    icon: parts.boundedImage(push.icon_url) ?? icon,
    // A picture from another server would tell its sender at once that the message arrived, and where.
    image: parts.ownImage(push.image_url),
    actions: [...acts.map(({ label }, at): NoticeAction => ({ action: `sender ${at}`, title: label })), ...usual],
    ...(priority <= priorities.low && { silent: true as const }),
    data: {
      place: `#${section}/${encodeURIComponent(item).replaceAll('%40', '@')}`,
      iden: push.iden,
      together: name,
      ...(address !== undefined && { address }),
      ...(push.source_iden !== undefined && push.url !== undefined && isOpenable(push.url) && { leadsTo: push.url }),
      ...(push.update_id !== undefined && { update: push.update_id }),
      ...(priority === priorities.max && { stays: true as const }),
      ...(acts.length > 0 && { acts }),
      ...(text !== '' && { text, ...(cut && { cut }) }),
    },
  }
}

function senderActions({ actions = [] }: NotifiedPush): SenderAction[] {
  return actions.flatMap((action): SenderAction[] => {
    const { label, id, clear } = action
    const more = { label, ...(clear && { clear: true as const }) }
    if (action.action === 'view') return isOpenable(action.url) ? [{ ...more, opens: action.url }] : []
    if (action.action === 'copy') return [{ ...more, copies: action.value }]
    return action.action === 'broadcast' || id === undefined ? [] : [{ ...more, presses: id }]
  })
}

function actionsOf(hasLink: boolean, isFromPerson: boolean): UsualAction[] {
  if (hasLink) return isFromPerson ? ['open', 'reply', 'copy', 'dismiss'] : ['open', 'copy', 'dismiss']
  return isFromPerson ? ['reply', 'dismiss', 'copy'] : ['copy', 'dismiss']
}

/** Where a push is shown, from its fields alone. */
export function placeOfPush(push: NotifiedPush): { section: Section; item: string } {
  const conversation = conversationOf(push)
  if (conversation === 'self') return { section: 'people', item: 'me' }
  const [kind = '', ...rest] = conversation.split(':')
  const item = rest.join(':')
  return { section: kind === 'email' ? 'people' : kind === 'source' ? 'sources' : 'following', item }
}
