import { retry } from '../ui/words/en.ts'
import { count } from '../ui/words/fill.ts'

export const shownConversation = {
  feed: 'Messages',
  newMessages: count({ one: '{count} new', other: '{count} new' }),
}

export const unsentNote = { retry: retry, discard: 'Discard', upgrade: 'Upgrade to Pro' }
