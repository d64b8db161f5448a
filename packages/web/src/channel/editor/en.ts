import { cancel, deleteIt, deleting, editNamed, isDeleted, notSavedYet, save, saved } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'
import { channelsFailed } from '../en.ts'

const seeTheChannel = 'View channel'

export const deleteChannel = {
  title: 'Delete this channel',
  lead: 'Followers lose the channel, and others can take its tag. Posts stay with the people who got them.',
  delete: deleteIt,
  deleteThis: params('Delete {name}'),
  cancel: cancel,
  deleting: deleting,
  deleted: params(isDeleted),
}

export const channelEditor = {
  image: 'Image',
  name: 'Name',
  nameHelp: 'What people see. If empty, the tag is shown.',
  description: 'Description',
  save: save,
  create: 'Create',
  see: seeTheChannel,
  saved: saved,
  created: params('{name} created'),
  kept: 'Your unsaved changes are back.',
  discard: 'Discard changes',
  unsaved: notSavedYet,
  waits: params('{button} is available when the image has uploaded.'),
  hidden: params('{button} is available once the tag is valid.'),
  needed: 'Enter a tag.',
  address: 'Start the address with https:// or http://.',
  noFeed: params('Couldn’t read this feed: {reason} Correct the address, or leave it empty.'),
}

export const feedFields = {
  rss: 'RSS',
  lead: 'New items are posted as links automatically. The feed is checked every few minutes.',
  address: 'Feed address',
  filters: 'Filters',
  all: 'Only items that match all filters are posted. Case doesn’t matter.',
  title: 'Title contains',
  body: 'Text contains',
  url: 'Address contains',
  notTitle: 'Title doesn’t contain',
  notBody: 'Text doesn’t contain',
  notUrl: 'Address doesn’t contain',
  add: 'Add filter',
  remove: params('Remove filter “{value}”'),
  failed: 'Couldn’t read the feed last time. Save to try again.',
}

export const myChannel = {
  mine: 'My channels',
  new: 'New channel',
  edit: params(editNamed),
  loading: 'Loading your channels…',
  failed: channelsFailed,
  refused: 'Only the owner can edit this channel',
  refusedMore: params('@{tag} isn’t one of your channels.'),
  see: seeTheChannel,
}

export const tagField = {
  tag: 'Tag',
  help: 'People find the channel by its tag. Use letters, digits, hyphens and underscores. You can’t change it later.',
  fixed: 'You can’t change the tag.',
  asking: 'Checking availability…',
  free: 'This tag is available',
  taken: 'Tag taken',
  spaces: 'No spaces',
  symbol: 'Invalid symbol',
  long: 'Use at most 100 characters',
}
