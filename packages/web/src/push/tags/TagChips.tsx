import { useStore } from '@nanostores/react'
import { useContext } from 'react'
import { PressTag } from '../../format/TaggedText.tsx'
import { i18n } from '../../ui/language.ts'
import { tagChips } from './en.ts'
import styles from './TagChips.module.css'

const messages = i18n('tag-chips', tagChips)

interface TagChipsProps {
  tags: readonly string[]
  /** Whether its buttons are Tab stops. */
  reachable: boolean
}

/** The tags of a message, below its bubble. A click on one filters the conversation by it. */
export function TagChips({ tags, reachable }: TagChipsProps) {
  const t = useStore(messages)
  const press = useContext(PressTag)
  return (
    <ul className={styles.tags} aria-label={t.label}>
      {tags.map((tag) => (
        <li key={tag}>
          <button type="button" className={styles.tag} tabIndex={reachable ? 0 : -1} onClick={() => press?.(tag)}>
            <bdi>#{tag}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}
