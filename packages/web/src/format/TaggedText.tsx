import { splitTags } from '@waypost/protocol'
import { createContext, useContext } from 'react'
import styles from './TaggedText.module.css'

/** Called when a tag in a text is clicked. Without it, tags are plain text. */
export const PressTag = createContext<((tag: string) => void) | undefined>(undefined)

/** Typed text without links, with clickable tags. */
export function TaggedText({ text }: { text: string }) {
  const press = useContext(PressTag)
  if (!press || !text.includes('#')) return text
  return splitTags(text).map(({ text: words, tag }, index) =>
    tag === undefined ? (
      words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <button key={index} type="button" className={styles.tag} onClick={() => press(tag)}>
        {words}
      </button>
    ),
  )
}
