// What these screens say, in English.

import { cancel, deleteIt, deleting, editNamed, isDeleted, notSavedYet, save, saved } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'
import { channelsFailed } from '../en.ts'

const seeTheChannel = 'See the channel'

export const deleteChannel = {
  title: 'Delete this channel',
  lead: 'It is gone for everybody who follows it, and its tag is free for others. What was posted stays with those who got it.',
  delete: deleteIt,
  deleteThis: params('Delete {name}'),
  cancel: cancel,
  deleting: deleting,
  deleted: params(isDeleted),
}

export const channelEditor = {
  image: 'Image',
  name: 'Name',
  nameHelp: 'What people see. Without one it is the tag.',
  description: 'Description',
  save: save,
  create: 'Create',
  see: seeTheChannel,
  saved: saved,
  created: params('{name} created'),
  kept: 'What you had changed and not saved is here again.',
  discard: 'Discard changes',
  unsaved: notSavedYet,
  waits: params('{button} waits for the image.'),
  hidden: params('{button} comes back as soon as the tag can be used.'),
  needed: 'A channel needs a tag.',
  address: 'An address begins with https:// or http://.',
  noFeed: params('This feed cannot be read: {reason} Correct the address, or leave it empty.'),
}

export const feedFields = {
  rss: 'RSS',
  lead: 'New items of a feed are posted by themselves, as links. It is read every few minutes.',
  address: 'Address of the feed',
  filters: 'Filters',
  all: 'Only items that meet all of these are posted. Upper and lower case are the same.',
  title: 'Title contains',
  body: 'Text contains',
  url: 'Address contains',
  notTitle: 'Title does not contain',
  notBody: 'Text does not contain',
  notUrl: 'Address does not contain',
  add: 'Add a filter',
  remove: params('Remove the filter “{value}”'),
  failed: 'The feed could not be read the last time. Saving tries again.',
}

export const myChannel = {
  mine: 'My channels',
  new: 'New channel',
  edit: params(editNamed),
  loading: 'Fetching your channels',
  failed: channelsFailed,
  refused: 'Only its owner can edit a channel',
  refusedMore: params('@{tag} is not one of your channels.'),
  see: seeTheChannel,
}

export const tagField = {
  tag: 'Tag',
  help: 'People find the channel by it. Letters, digits, hyphens and underscores; it cannot be changed later.',
  fixed: 'The tag stays as it is.',
  asking: 'Asking whether the tag is free',
  free: 'This tag is free',
  taken: 'Tag taken',
  spaces: 'No spaces',
  symbol: 'Invalid symbol',
  long: 'A tag has 100 letters at most',
}
