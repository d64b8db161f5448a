// Shows all emoji to choose from: beside the button that opened it, or as a sheet at the bottom of a phone.

import { useStore } from '@nanostores/react'
import { type Emoji, EmojiPicker as Picker, type SkinTone } from 'frimousse'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { $oneColumn, $touch } from '../../browser/media.ts'
import { readSetting, writeSetting } from '../../browser/storage.ts'
import { useModal } from '../../ui/dialogs/Dialog.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './EmojiPicker.module.css'
import { allEmoji, recentEmoji, rememberEmoji, withRecent } from './emoji-data.ts'
import { emojiPicker } from './en.ts'

const messages = i18n('emoji-picker', emojiPicker)

const toneKey = 'emoji_tone'

/** In pixels, from the opener and from the edges of the window. */
const gap = 8

/** The width beside the opener, in pixels, the same as in the style sheet. */
const beside = 352

interface EmojiPickerProps {
  title: string
  /** The element it is placed beside. */
  opener: HTMLElement
  onChoose: (emoji: string) => void
  onClose: () => void
}

/** All emoji, recent ones first, with a search in their English names; on close the focus returns. */
export function EmojiPicker({ title, opener, onChoose, onClose }: EmojiPickerProps) {
  const t = useStore(messages)
  const dialog = useModal()
  const narrow = useStore($oneColumn)
  const touch = $touch.get()
  // The recent ones keep their order while it is open.
  const [data] = useState(() => withRecent(allEmoji(), recentEmoji(), t.recent))
  const [tone] = useState(() => (readSetting(toneKey) ?? 'none') as SkinTone)

  // After the dialog is open: before that it has no size.
  useEffect(() => {
    if (dialog.current && !narrow) stand(dialog.current, opener)
  }, [dialog, opener, narrow])

  function choose({ emoji }: Emoji) {
    rememberEmoji(emoji)
    onChoose(emoji)
    onClose()
  }

  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className={styles.picker}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        // A click on the dialog element itself is on the backdrop.
        if (event.target === event.currentTarget) onClose()
      }}
      onKeyDown={keepKeys}
    >
      <Picker.Root
        className={styles.inside ?? ''}
        columns={Math.floor(((narrow ? innerWidth : beside) - 18) / (touch ? 44 : 36))}
        skinTone={tone}
        resolveEmojiData={() => data}
        onEmojiSelect={choose}
      >
        <div className={styles.head}>
          <Picker.Search
            className={styles.search}
            aria-label={t.search}
            placeholder={t.search}
            dir="auto"
            // Enter must not submit an enclosing form.
            form=""
            {...(!touch && { 'data-first': '' })}
          />
          <ToneButton />
          {touch && (
            <IconButton label={t.close} onClick={onClose}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          )}
        </div>
        <Picker.Viewport
          className={styles.viewport}
          aria-label={t.list}
          role="group"
          tabIndex={0}
          {...(touch && { 'data-first': '' })}
        >
          <Picker.Loading className={styles.note}>{t.loading}</Picker.Loading>
          <Picker.Empty className={styles.note}>{t.none}</Picker.Empty>
          <Picker.List className={styles.list} aria-label={t.list} components={{ CategoryHeader, Row, Emoji: Cell }} />
        </Picker.Viewport>
        <Picker.ActiveEmoji>
          {({ emoji }) => (
            <p className={styles.foot} aria-hidden="true">
              {emoji && (
                <>
                  <span className={styles.active}>{emoji.emoji}</span>
                  <span className={styles.name}>{emoji.label}</span>
                </>
              )}
            </p>
          )}
        </Picker.ActiveEmoji>
      </Picker.Root>
    </dialog>
  )
}

type Parts = NonNullable<Parameters<typeof Picker.List>[0]['components']>

const CategoryHeader: NonNullable<Parts['CategoryHeader']> = ({ category, ...props }) => (
  <div {...props} className={styles.heading}>
    {category.label}
  </div>
)

// Rows are counted from one.
const Row: NonNullable<Parts['Row']> = (props) => {
  const at = props['aria-rowindex']
  return <div {...props} {...(at !== undefined && { 'aria-rowindex': at + 1 })} />
}

const Cell: NonNullable<Parts['Emoji']> = ({ emoji, ...props }) => (
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: its role, a cell of the grid, has it
  <button {...props} type="button" aria-colindex={(props['aria-colindex'] ?? 0) + 1} className={styles.emoji}>
    {emoji.emoji}
  </button>
)

function ToneButton() {
  const t = useStore(messages)
  return (
    <Picker.SkinTone>
      {({ skinTone, setSkinTone, skinToneVariations }) => {
        const at = skinToneVariations.findIndex((each) => each.skinTone === skinTone)
        const next = skinToneVariations[(at + 1) % skinToneVariations.length]
        const label = skinTone === 'none' ? t.tone : t.toneNamed({ tone: skinTone })
        return (
          <button
            type="button"
            className={styles.tone}
            aria-label={label}
            title={label}
            aria-live="polite"
            onClick={() => {
              if (!next) return
              setSkinTone(next.skinTone)
              writeSetting(toneKey, next.skinTone)
            }}
          >
            {skinToneVariations[at]?.emoji}
          </button>
        )
      }}
    </Picker.SkinTone>
  )
}

/**
 * Lets only those keys through to the page that the library listens for there; the rest would run commands. The library moves through the
 * grid as laid out left to right, so in a mirrored layout the arrows are swapped.
 */
function keepKeys(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, currentTarget } = event
  const mirrored = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key]
  const modified = ctrlKey || metaKey || altKey || shiftKey
  if (modified || !/^(Arrow\w+|Enter)$/.test(key)) {
    event.stopPropagation()
    return
  }
  if (!mirrored || getComputedStyle(currentTarget).direction === 'ltr') return
  event.preventDefault()
  event.stopPropagation()
  document.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: mirrored, cancelable: true }))
}

/** Positions it above an element, or below if there is no room, aligned with its end. */
function stand(dialog: HTMLElement, opener: HTMLElement): void {
  const at = opener.getBoundingClientRect()
  const { width, height } = dialog.getBoundingClientRect()
  const left = getComputedStyle(dialog).direction === 'ltr' ? at.right - width : at.left
  const above = at.top - gap - height
  const below = Math.min(at.bottom + gap, innerHeight - height - gap)
  dialog.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`
  dialog.style.top = `${Math.max(gap, above >= gap ? above : below)}px`
}
