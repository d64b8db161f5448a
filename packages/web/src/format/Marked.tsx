import type { Range } from '@waypost/client'
import { beginningOf } from './names.ts'

/** The beginning of a text, with the match of a search highlighted. */
export function Marked({ text, range }: { text: string; range?: Range | undefined }) {
  const drawn = beginningOf(text)
  if (!range || range.end > drawn.length) return drawn
  return (
    <>
      {drawn.slice(0, range.start)}
      <mark>{drawn.slice(range.start, range.end)}</mark>
      {drawn.slice(range.end)}
    </>
  )
}
