import { nothingPostedYet } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'
import { channelFailed, loadingTheChannel } from '../en.ts'

export const channelsWords = {
  title: 'Channels',
  mine: 'My channels',
  byTag: 'Follow by tag',
  categories: 'Categories',
  loading: 'Loading channels…',
  failed: 'Couldn’t load channels. Try again.',
  more: 'Show more',
  unknown: params('There’s no category “{name}”.'),
  empty: 'No channels here yet',
  emptyMore: 'Popular channels will appear here.',
  none: 'No channels have these tags.',
  some: 'These channels',
}

export const channelRow = {
  failed: channelFailed,
  loading: loadingTheChannel,
  nothing: nothingPostedYet,
  latest: 'Latest post',
  follow: 'FOLLOW',
  followThis: params('FOLLOW {name}'),
}
