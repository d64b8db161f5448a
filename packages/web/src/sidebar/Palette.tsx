// Shows the palette: everything that can be opened, sent to or done, found by typing.

import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useState } from 'react'
import type { CommandContext } from '../page/shell/commands.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Combobox } from '../ui/inputs/Combobox.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './Palette.module.css'
import { matchingEntries } from './palette-entries.ts'
import { type Entry, usePaletteEntries } from './palette-sources.tsx'

const messages = i18n('palette', {
  title: 'Commands',
  label: 'Go to, send to or do',
  none: params('No matches for "{query}"'),
})

/** The dialog with the palette. */
export function Palette({ context, onClose }: { context: CommandContext; onClose: () => void }) {
  const t = useStore(messages)
  const [typed, setTyped] = useState('')
  const found = matchingEntries(usePaletteEntries(context), typed)

  function pick({ run }: Entry) {
    // The dialog first returns the focus to where it was, as some actions depend on it.
    onClose()
    requestAnimationFrame(run)
  }

  function onKey(event: KeyboardEvent) {
    const again = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (event.key !== 'Escape' && !again) return
    event.preventDefault()
    if (typed !== '' && !again) setTyped('')
    else onClose()
  }

  return (
    <Dialog title={t.title} atTop onClose={onClose}>
      <Combobox
        inline
        label={t.label}
        hideLabel
        placeholder={t.label}
        text={typed}
        onText={setTyped}
        options={found}
        focus={false}
        draw={({ picture, name, line, keys }) => ({
          picture,
          name,
          line,
          end: keys && <kbd className={styles.keys}>{keys}</kbd>,
        })}
        onPick={pick}
        onKey={onKey}
      />
      {found.length === 0 && (
        <p className={styles.none} role="status" dir="auto">
          {t.none({ query: typed.trim() })}
        </p>
      )}
    </Dialog>
  )
}
