import type { Target } from '@waypost/client'
import type { SenderAction } from '@waypost/client/notices'
import { noticeOf } from '@waypost/client/notices/push-notice'
import type { Push } from '@waypost/protocol'
import type { Drawn } from '../../browser/notifications/notifications.ts'
import { webUrl } from '../../browser/windows.ts'
import { codeInText } from './code-in-text.ts'
import type { Act, Shown } from './shown.ts'
import { noticeParts, words } from './words.ts'

interface Around {
  origin: string
  target: Target | undefined
  deviceName: string | undefined
  hasButtons: boolean
  silent: boolean
}

/** A notification, and the addresses of its pictures. */
export interface DrawnNotice {
  id: string
  drawn: Drawn
  shown: Omit<Shown, 'at'>
  /** Whose initials stand in for a missing picture. */
  who: { name: string; seed: string }
  icon?: string | undefined
  image?: string | undefined
}

/** The notification of a push. Its id is the push's iden, so showing it again replaces it. */
export function drawnPush(push: Push, { origin, target, deviceName, hasButtons, silent }: Around): DrawnNotice {
  const isMine = push.direction === 'self'
  const name = isMine ? (deviceName ?? words.me) : (target?.name ?? push.sender_name ?? push.sender_email ?? 'Waypost')
  const parts = noticeParts(origin)
  const picture = parts.boundedImage(push.sender_image_url) ?? parts.boundedImage(target?.image_url)
  const notice = noticeOf(push, { name, icon: picture ?? '' }, parts)
  const { data } = notice
  const code = codeInText([push.title, push.body].filter(Boolean).join('\n'))
  const address = webUrl(data.leadsTo) ?? webUrl(data.address)
  const canReply = notice.actions?.some(({ action }) => action === 'reply') === true
  const buttons = buttonsOf({ code, acts: data.acts ?? [], address, canReply })
  const main = hasButtons ? (address === undefined ? undefined : buttons.find(({ does }) => does === 'open')) : buttons[0]
  return {
    id: push.iden,
    drawn: {
      title: notice.title || name,
      message: notice.body,
      ...(notice.title !== name && { context: name }),
      buttons: hasButtons ? buttons.slice(0, 2).map(titleOf) : [],
      silent: silent || notice.silent === true,
      stays: data.stays === true,
    },
    shown: {
      title: notice.title || name,
      words: fullWords(push, notice.body),
      ...(notice.title !== name && { by: name }),
      place: data.place,
      iden: push.iden,
      ...(code !== undefined && { code }),
      ...(canReply && { reply: { to: 'push', iden: push.iden } }),
      ...(main && main.does !== 'dismiss' && { main }),
      buttons: hasButtons ? buttons.slice(0, 2) : [],
    },
    who: { name, seed: target?.key ?? name },
    icon: notice.icon === '' ? undefined : notice.icon,
    image: notice.image,
  }
}

/** In UTF-16 units: how much of a message the reply window shows. */
const mostWords = 2_000

const fullWords = ({ body, markdown }: Push, line: string): string => (body && !markdown ? body.slice(0, mostWords) : line)

interface Offered {
  code: string | undefined
  acts: readonly SenderAction[]
  address: string | undefined
  canReply: boolean
}

/** Most useful first. */
function buttonsOf({ code, acts, address, canReply }: Offered): Act[] {
  return [
    ...(code === undefined ? [] : [{ does: 'copy' as const, text: code }]),
    ...acts.flatMap(actOfSender),
    ...(address === undefined ? [] : [{ does: 'open' as const, url: address }]),
    ...(canReply ? [{ does: 'reply' as const }] : []),
    { does: 'dismiss' as const },
  ]
}

/** Only web addresses are opened. */
function actOfSender({ label, clear, opens, copies, presses }: SenderAction): Act[] {
  if (opens !== undefined) return webUrl(opens) === undefined ? [] : [{ does: 'open', url: opens, label }]
  if (copies !== undefined) return [{ does: 'copy', text: copies, label }]
  return presses === undefined ? [] : [{ does: 'press', action: presses, label, dismisses: clear === true }]
}

/** The label of a button. */
export function titleOf(act: Act): string {
  if ('label' in act && act.label !== undefined) return act.label
  return act.does === 'copy' ? words.copyCode(act.text) : words[act.does as 'open' | 'reply' | 'dismiss']
}
