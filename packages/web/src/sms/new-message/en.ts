import { removeNamed } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const newMessageWords = {
  text: 'Text message',
  noRecipient: 'No recipient.',
}

export const recipientPicker = {
  to: 'To',
  help: 'Name from your phone book, or number',
  numbers: 'Phone number',
  picked: 'Recipients',
  remove: params(removeNamed),
  one: 'This phone sends to one person at a time.',
}
