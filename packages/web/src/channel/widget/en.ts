import { retry } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'
import { channelFailed, loadingTheChannel, noSuchChannel } from '../en.ts'

export const widgetWords = {
  loading: loadingTheChannel,
  missing: noSuchChannel,
  failed: channelFailed,
  retry: retry,
  subscribe: params('Subscribe to {name}'),
  subscribed: params('Subscribed to {name}'),
  ended: params('Unsubscribed from {name}'),
  suspended: 'This channel is suspended.',
  blocked: 'Your browser blocked the window.',
  open: 'Subscribe on a new page',
  handle: params('@{tag}'),
  followers: count({ one: '{count} follower', other: '{count} followers' }),
}
