import { params } from '../../ui/words/fill.ts'

export const readMark = { sent: 'Sent', delivered: 'Delivered', seen: 'Seen', seenAt: params('Seen {time}') }
