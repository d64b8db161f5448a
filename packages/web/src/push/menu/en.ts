import { deleteIt, edit, markAsUnread } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'
import { deleteForEveryone } from '../en.ts'

export const messageTools = { menu: 'Message actions' }

export const emojiRow = {
  react: params('React with {emoji}'),
  takeBack: params('Remove {emoji}'),
  more: 'More emoji',
}

export const messageMenuWords = {
  reply: 'Reply',
  forward: 'Forward',
  copyText: 'Copy text',
  copyLink: 'Copy link',
  save: 'Save file',
  share: 'Share',
  edit: edit,
  pin: 'Pin',
  unpin: 'Unpin',
  select: 'Select',
  remind: 'Remind me…',
  details: 'Details',
  tags: 'Tags…',
  show: 'Show in conversation',
  delete: deleteIt,
  markUnread: markAsUnread,
  deleteForMe: 'Delete for me',
  deleteForAll: deleteForEveryone,
}
