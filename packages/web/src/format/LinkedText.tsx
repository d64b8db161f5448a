import { splitLinks } from '@waypost/client/words/short-links'
import { ExternalLink } from '../ui/cards/Cards.tsx'
import { TaggedText } from './TaggedText.tsx'

/** Typed text with http and https URLs as links, and clickable tags. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((part, index) =>
    part.href === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <TaggedText key={index} text={part.text} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <ExternalLink key={index} href={part.href}>
        {part.text}
      </ExternalLink>
    ),
  )
}
