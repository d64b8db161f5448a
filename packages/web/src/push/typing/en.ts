import { params } from '../../ui/words/fill.ts'

export const typingBubble = { typing: params('{name} is typing…') }
