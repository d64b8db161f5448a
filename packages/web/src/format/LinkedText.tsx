import { ExternalLink } from '../ui/cards/Cards.tsx'
import { splitLinks } from './links.ts'

/** Typed text, in which http and https URLs are links. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((part, index) =>
    part.href === undefined ? (
      part.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <ExternalLink key={index} href={part.href}>
        {part.text}
      </ExternalLink>
    ),
  )
}
