// Chooses an emoji to react with: from a grid, or with the emoji keyboard of the system.

import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n, params } from '../../ui/language.ts'
import styles from './EmojiDialog.module.css'

const messages = i18n('emoji-dialog', {
  title: 'React with an emoji',
  another: 'Another emoji',
  help: 'Open the emoji keyboard of your system here: Windows key and period, Control-Command-Space on a Mac.',
  none: 'That is not an emoji.',
  react: params('React with {emoji}'),
})

const many =
  '👍 👎 ❤️ 🔥 🎉 👏 😂 🤣 😊 😍 😘 🥰 😎 🤩 🤔 🤨 😐 🙄 😴 😮 😱 😢 😭 😡 🤯 🥳 🤗 🤝 🙏 💪 👌 ✌️ 🤞 👋 🙌 👀 ✅ ❌ ❓ ❗ 💯 ⭐ 💔 🚀 ☕ 🍕 🎂 🎁 🌞 🌈'.split(
    ' ',
  )

interface EmojiDialogProps {
  onReact: (emoji: string) => void
  onClose: () => void
}

/** All emoji: the most common in a grid, any other one typed. */
export function EmojiDialog({ onReact, onClose }: EmojiDialogProps) {
  const t = useStore(messages)
  const [typed, setTyped] = useState('')
  const emoji = emojiIn(typed)

  function choose(chosen: string) {
    onClose()
    onReact(chosen)
  }

  return (
    <Dialog title={t.title} onClose={onClose}>
      <div className={styles.grid}>
        {many.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.emoji}
            aria-label={t.react({ emoji: each })}
            onClick={() => choose(each)}
          >
            {each}
          </button>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (emoji) choose(emoji)
        }}
      >
        <TextField
          label={t.another}
          help={t.help}
          error={typed.trim() !== '' && !emoji ? t.none : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            const chosen = emojiIn(event.target.value)
            if (chosen) choose(chosen)
          }}
        />
      </form>
    </Dialog>
  )
}

/** The text, if it is one emoji. */
function emojiIn(text: string): string | undefined {
  const [first, second] = [...new Intl.Segmenter().segment(text.trim())]
  return first && !second && /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|\u20e3/u.test(first.segment)
    ? first.segment
    : undefined
}
