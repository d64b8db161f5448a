import { splitTags } from '@waypost/protocol'
import { createContext, useContext } from 'react'
import styles from './TaggedText.module.css'

/** What a press on a tag in a text does. Without it, tags are plain text. */
export const PressTag = createContext<((tag: string) => void) | undefined>(undefined)

/** Typed text without links, in which tags can be pressed. */
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
