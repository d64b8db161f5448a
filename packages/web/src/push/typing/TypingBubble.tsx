import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { say } from '../../ui/accessibility/announce.ts'
import { i18n } from '../../ui/language.ts'
import { typingBubble } from './en.ts'
import styles from './TypingBubble.module.css'

const messages = i18n('typing-bubble', typingBubble)

interface TypingBubbleProps {
  name: string
  scroller: RefObject<HTMLElement | null>
  /** Whether the end of the conversation is on screen, and should stay there. */
  atEnd: boolean
}

/** Three dots at the end of a conversation while the other person is typing. It is announced once. */
export function TypingBubble({ name, scroller, atEnd }: TypingBubbleProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useLayoutEffect(() => {
    if (atEnd && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => say(messages.get().typing({ name })), [])
  return (
    <div className={styles.bubble} data-typing="" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  )
}
