import { edit, editNamed, nothingPostedYet, tryAgain } from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

export const loadingTheChannel = 'Loading the channel…'
export const noSuchChannel = 'Sorry, this channel does not exist.'
export const isTagRight = 'Check the spelling of the tag. The owner may have closed the channel.'
export const channelFailed = 'Error loading this channel'
export const channelsFailed = 'Couldn’t load your channels. Try again.'

export const channelPage = {
  all: 'All channels',
  feed: 'Follow in a feed reader',
  loading: loadingTheChannel,
  missing: noSuchChannel,
  missingMore: isTagRight,
  failed: channelFailed,
  posts: 'Recent posts',
  one: 'One post',
  nothing: nothingPostedYet,
  suspended: 'This channel is suspended on this server',
  noPush: 'push not found',
}

export const channelFacts = {
  handle: params('@{tag}'),
  followers: count({ one: '{count} follower', other: '{count} followers' }),
}

export const myChannels = {
  title: 'My channels',
  all: 'All channels',
  lead: 'Everyone who follows your channel gets what you post.',
  add: 'add channel',
  edit: edit,
  editThis: params(editNamed),
  open: 'Post',
  openThis: params('Post in {name}'),
  subscriptions: 'Subscriptions',
  none: 'You don’t follow any channels.',
  find: 'Find channels',
  feed: 'Couldn’t read its feed last time.',
  failed: channelsFailed,
}

export const pageOfChannels = { retry: tryAgain }
