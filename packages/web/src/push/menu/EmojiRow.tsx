// Draws the emoji at the head of a message's menu.

import { useStore } from '@nanostores/react'
import { SmilePlus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { i18n, params } from '../../ui/language.ts'
import styles from './EmojiRow.module.css'

const messages = i18n('emoji-row', {
  react: params('React with {emoji}'),
  takeBack: params('Take back {emoji}'),
  more: 'More emoji',
})

/** The emoji that are offered at once. */
const few = ['👍', '❤️', '😂', '🎉', '😮', '🙏']

interface EmojiRowProps {
  /** The user's own reaction. */
  own: string | undefined
  /** Called with '' to take the reaction back. */
  onReact: (emoji: string) => void
  onMore: () => void
}

/** A few emoji to react with, and a button for all others. Its buttons are items of the menu around it. */
export function EmojiRow({ own, onReact, onMore }: EmojiRowProps) {
  const t = useStore(messages)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it
    <div className={styles.row} role="presentation" onKeyDown={moveSideways}>
      {few.map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitemcheckbox"
          aria-checked={emoji === own}
          aria-label={emoji === own ? t.takeBack({ emoji }) : t.react({ emoji })}
          tabIndex={-1}
          className={styles.emoji}
          onClick={() => onReact(emoji === own ? '' : emoji)}
        >
          {emoji}
        </button>
      ))}
      <button type="button" role="menuitem" aria-label={t.more} tabIndex={-1} className={styles.emoji} onClick={onMore}>
        <SmilePlus size={20} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Left and Right move within the row, as it looks; up and down are the menu's. */
function moveSideways(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const forward = (event.key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction === 'ltr')
  const at = all.indexOf(event.target as HTMLElement)
  event.preventDefault()
  event.stopPropagation()
  all[(at + (forward ? 1 : all.length - 1)) % all.length]?.focus()
}
