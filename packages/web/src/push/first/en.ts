import { params } from '../../ui/words/fill.ts'

export const firstSend = {
  words: 'Send yourself something: write a note below, or drop a photo anywhere here. It’s on all your devices at once.',
  wordsOnPhone:
    'Send yourself something: write a note below, or choose a photo with the paperclip. It’s on all your devices at once.',
  setup: 'Next: set up Waypost',
}

export const phoneCard = {
  phone: 'See it on your phone',
  phoneMore: 'Scan a QR code with your phone and press Allow here. Nothing to install.',
  computer: params('To see it on a computer, open {address} there and sign in.'),
}
