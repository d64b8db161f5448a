import { useStore } from '@nanostores/react'
import { type Push, readQuery } from '@waypost/protocol'
import { type KeyboardEvent, useState } from 'react'
import { $today } from '../browser/clock.ts'
import { nameOf } from '../format/names.ts'
import { clockOf } from '../format/time.ts'
import type { CommandContext } from '../page/shell/commands.ts'
import { TargetAvatar } from '../target/TargetAvatar.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Combobox } from '../ui/inputs/Combobox.tsx'
import { i18n } from '../ui/language.ts'
import { palette } from './en.ts'
import { openMessage, useFoundMessages } from './found/found-messages.ts'
import { Snippet } from './found/Snippet.tsx'
import { snippetOf } from './found/snippet.ts'
import styles from './Palette.module.css'
import { matchingEntries } from './palette-entries.ts'
import { type Entry, usePaletteEntries } from './palette-sources.tsx'

const messages = i18n('palette', palette)

type Option = { key: string } & ({ entry: Entry } | { push: Push; first: boolean })

/** The palette dialog: finds everything that can be opened, sent to or done, by typing. */
export function Palette({ context, onClose }: { context: CommandContext; onClose: () => void }) {
  const t = useStore(messages)
  const [typed, setTyped] = useState('')
  const today = useStore($today)
  const { session } = context
  const { found } = useFoundMessages(typed)
  const searching = found.state === 'searching' || found.q !== typed.trim()
  const query = readQuery(found.q, { at: today, zone: 0 })
  const entries = matchingEntries(usePaletteEntries(context), typed)
  const options: Option[] = [
    ...entries.map((entry) => ({ key: entry.key, entry })),
    ...found.pushes.map((push, index) => ({ key: `found ${push.iden}`, push, first: index === 0 })),
  ]

  function pick(option: Option) {
    // The dialog first returns the focus, since some actions depend on it.
    onClose()
    requestAnimationFrame('entry' in option ? option.entry.run : () => void openMessage(session, option.push))
  }

  function draw(option: Option) {
    if ('entry' in option) {
      const { picture, name, line, keys } = option.entry
      return { picture, name, line, end: keys && <kbd className={styles.keys}>{keys}</kbd> }
    }
    const { push, first } = option
    const target = session.target.of(push)
    const name = target ? nameOf(target) : (push.sender_name ?? '')
    return {
      heading: first ? t.messages : undefined,
      picture: target ? <TargetAvatar target={target} size={28} /> : <Avatar name={name} seed={name} size={28} />,
      name: <Snippet {...snippetOf(push, query)} />,
      line: t.about({ name, time: clockOf(push.created * 1_000, today) }),
    }
  }

  function onKey(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onClose()
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
        options={options}
        looking={searching}
        focus={false}
        draw={draw}
        onPick={pick}
        onKey={onKey}
        onLeave={onClose}
      />
      {found.state === 'kept' && <p className={styles.none}>{t.kept}</p>}
      {options.length === 0 && !searching && (
        <p className={styles.none} role="status" dir="auto">
          {t.none({ query: typed.trim() })}
        </p>
      )}
    </Dialog>
  )
}
