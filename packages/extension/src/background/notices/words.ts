import type { Session } from '@waypost/client'
import { deviceName } from '@waypost/client/conversations/targets'
import type { NoticeParts } from '@waypost/client/notices/push-notice'
import { isSizedByHost } from '@waypost/client/pictures/sized-by-host'
import { fileWords } from '@waypost/protocol'

export const words = {
  open: 'Open',
  copy: 'Copy',
  reply: 'Reply',
  dismiss: 'Dismiss',
  placeholder: 'Your reply',
  me: 'Me',
  copyCode: (code: string) => `Copy ${code}`,
  more: (count: number) => (count === 1 ? '1 more notification' : `${count} more notifications`),
  moreBody: 'Open Waypost to see all of them.',
  failed: (label: string) => `Couldn’t do “${label}”`,
  status: (status: number) => `The other server answered with ${status}.`,
  again: 'Couldn’t reach the server. Try again later.',
  sendNothing: 'Couldn’t reach the server, so your reply wasn’t sent. Try again.',
  gone: 'This message no longer exists.',
  signedOut: 'You’re not signed in here.',
  phoneAway: 'Couldn’t reach your phone. Try again later.',
  phoneGone: 'Your phone no longer shows this notification.',
  phoneAnswered: 'This notification was already answered.',
  phoneSilent: 'The computer that your phone is paired with isn’t responding.',
  noAddresses: 'Couldn’t tell who to reply to. Reply in Waypost instead.',
  sealed: 'Enter the end-to-end password in the settings of this extension to answer texts.',
}

/** What this browser adds to the notifications of pushes. */
export const noticeParts = (origin: string): NoticeParts => ({
  actions: words,
  deleted: 'This message was deleted.',
  fileWords,
  reminder: (said) => `Reminder: ${said}`,
  boundedImage: (address) => (address !== undefined && (isOf(origin, address) || isSizedByHost(address)) ? address : undefined),
  ownImage: (address) => (address !== undefined && isOf(origin, address) ? address : undefined),
})

const isOf = (origin: string, address: string): boolean => URL.canParse(address) && new URL(address).origin === origin

/** The name of a device, as notifications show where something came from. */
export function nameOfDevice({ device }: Pick<Session, 'device'>, iden: string | undefined): string | undefined {
  const found = iden === undefined ? undefined : device.$all.get().find((each) => each.iden === iden)
  return found && deviceName(found)
}
