import { useStore } from '@nanostores/react'
import { Smile } from 'lucide-react'
import { type RefObject, Suspense, useState } from 'react'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { emojiButton } from './en.ts'

// The names of all emoji are large, so they are loaded when the picker is opened.
const EmojiPicker = lazily(async () => (await import('./EmojiPicker.tsx')).EmojiPicker)

const messages = i18n('emoji-button', emojiButton)

interface EmojiButtonProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** Called with the field's text after inserting an emoji. */
  onText: (text: string) => void
}

/** The button that opens the emoji picker; the chosen emoji is inserted at the caret of the field. */
export function EmojiButton({ field, onText }: EmojiButtonProps) {
  const t = useStore(messages)
  const [opener, setOpener] = useState<HTMLElement>()

  function insert(emoji: string) {
    const area = field.current
    if (!area) return
    area.setRangeText(emoji, area.selectionStart, area.selectionEnd, 'end')
    onText(area.value)
  }

  return (
    <>
      <IconButton
        label={t.emoji}
        aria-haspopup="dialog"
        aria-expanded={opener !== undefined}
        onClick={({ currentTarget }) => {
          // On closing, the picker returns the focus to the element that had it before.
          field.current?.focus()
          setOpener(currentTarget)
        }}
      >
        <Smile size={20} aria-hidden="true" />
      </IconButton>
      {opener && (
        <Suspense fallback={null}>
          <EmojiPicker title={t.emoji} opener={opener} onChoose={insert} onClose={() => setOpener(undefined)} />
        </Suspense>
      )}
    </>
  )
}
