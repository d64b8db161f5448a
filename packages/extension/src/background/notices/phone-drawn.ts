import type { Ephemeral } from '@waypost/client'
import { mirroredNotice } from '@waypost/client/notices/mirrored-notice'
import { type IncomingSms, smsNotice } from '@waypost/client/notices/sms-notice'
import { codeInText } from './code-in-text.ts'
import { type DrawnNotice, titleOf } from './push-drawn.ts'
import type { Act } from './shown.ts'
import { words } from './words.ts'

interface Around {
  deviceName: string | undefined
  hasButtons: boolean
  silent: boolean
}

/** The notification for a mirrored one; undefined if it has no text. */
export function drawnMirrored(mirrored: Ephemeral, { deviceName, hasButtons, silent }: Around): DrawnNotice | undefined {
  const notice = mirroredNotice(mirrored, words)
  if (!notice) return undefined
  const { tag, title, body, icon, data } = notice
  const { answer, triggers = [] } = data.phone ?? {}
  const device = typeof mirrored.source_device_iden === 'string' ? mirrored.source_device_iden : ''
  const app = typeof mirrored.application_name === 'string' ? mirrored.application_name.slice(0, 100) : ''
  const by = [app === title ? '' : app, deviceName].filter(Boolean).join(' · ')
  const code = codeInText(`${title}\n${body}`)
  const buttons: Act[] = [
    ...(code === undefined ? [] : [{ does: 'copy' as const, text: code }]),
    ...(answer ? [{ does: 'reply' as const }] : []),
    ...triggers.map(({ label, sends }): Act => ({ does: 'trigger', sends, label })),
    ...(data.dismissal ? [{ does: 'dismiss' as const }] : []),
  ]
  return {
    id: tag,
    drawn: { title, message: body, context: by, buttons: hasButtons ? buttons.slice(0, 2).map(titleOf) : [], silent, icon },
    shown: {
      title,
      words: body,
      ...(by !== '' && { by }),
      place: data.place,
      ...(data.dismissal && { dismissal: data.dismissal }),
      ...(code !== undefined && { code }),
      ...(answer && { reply: { to: 'phone', device, answer } }),
      ...mainOf(buttons, hasButtons),
      buttons: hasButtons ? buttons.slice(0, 2) : [],
    },
    who: { name: app || title, seed: String(mirrored.package_name) },
  }
}

/** The notification for a text. @param before the earlier lines of the same conversation that are on screen */
export function drawnText(sms: IncomingSms, before: string, { deviceName, hasButtons, silent }: Around): DrawnNotice {
  const { tag, title, body, data } = smsNotice(sms, '')
  const code = codeInText(body)
  const buttons: Act[] = [
    ...(code === undefined ? [] : [{ does: 'copy' as const, text: code }]),
    { does: 'reply' },
    { does: 'dismiss' },
  ]
  const lines = [...before.split('\n').filter(Boolean), body].slice(-mostLines).join('\n')
  return {
    id: tag,
    drawn: { title, message: lines, context: deviceName, buttons: hasButtons ? buttons.slice(0, 2).map(titleOf) : [], silent },
    shown: {
      title,
      words: lines,
      ...(deviceName !== undefined && { by: deviceName }),
      place: data.place,
      ...(code !== undefined && { code }),
      reply: { to: 'text', device: sms.device, thread: sms.thread_id },
      ...mainOf(buttons, hasButtons),
      buttons: hasButtons ? buttons.slice(0, 2) : [],
    },
    who: { name: title, seed: title },
    icon: sms.image_url,
  }
}

const mostLines = 5

/** Without buttons, a click copies or replies. */
function mainOf(buttons: readonly Act[], hasButtons: boolean): { main?: Act } {
  const main = buttons.find(({ does }) => does === 'copy' || does === 'reply')
  return hasButtons || !main ? {} : { main }
}
