import { params } from '../../ui/words/fill.ts'

export const composingWords = {
  reply: params('Reply to {name}'),
  replyToSelf: 'Reply to yourself',
  edit: 'Edit message',
  cancelReply: 'Cancel reply',
  cancelEdit: 'Cancel edit',
}
