import { edit, notNow, tryAgain, undo } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'
import { channelFailed, isTagRight, loadingTheChannel, noSuchChannel } from '../en.ts'

export const followWords = {
  follow: 'FOLLOW',
  following: 'FOLLOWING',
  unfollow: 'UNFOLLOW',
  ended: params('Unfollowed {name}'),
  undo: undo,
}

export const followHere = {
  follow: 'FOLLOW',
  edit: edit,
  open: 'Open',
  almost: "You're almost done",
  why: params('{name} posts to your devices, but none of them has Waypost yet.'),
  get: 'Get',
  later: notNow,
}

export const followSomething = {
  title: 'Follow something',
  lead: 'Get a channel’s posts on all your devices. Enter its tag or paste its address.',
  tag: 'Tag',
  wrong: 'Use only letters, digits, hyphens and underscores.',
  looking: 'Looking for the channel…',
  missing: params('There’s no channel “{tag}”.'),
  retry: tryAgain,
  own: 'This is your own channel.',
  open: 'Open',
  all: 'All channels',
}

export const subscribe = {
  loading: loadingTheChannel,
  missing: noSuchChannel,
  missingMore: isTagRight,
  home: 'Home',
  failed: channelFailed,
  retry: tryAgain,
  handle: params('@{tag}'),
  scope: 'Following lets it send you push notifications.',
  signIn: 'Sign in to follow it.',
  follow: 'Follow',
  following: 'Following',
}
