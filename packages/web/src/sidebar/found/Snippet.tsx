// Draws the matching line of a message.

import type { Snippet as Line } from './snippet.ts'

export function Snippet({ text, marks }: Line) {
  const ends = [0, ...marks.map(({ end }) => end)]
  return (
    <bdi>
      {marks.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(ends[index], start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </bdi>
  )
}
