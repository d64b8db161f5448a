import { Refusal } from '@waypost/protocol'

/** A reaction is one emoji, or empty. @throws Refusal `invalid_param` */
export function checkReaction(reaction: string): void {
  if (reaction !== '' && !oneEmoji.test(reaction)) throw Refusal.param('reaction', 'A reaction is one emoji.')
}

/** An emoji with its own picture, with or without the variation selector for color. */
const oneEmoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v
