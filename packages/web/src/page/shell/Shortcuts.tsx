// Handles the keyboard shortcuts of the main page, and shows the list of them.

import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { readSetting, writeSetting } from '../../browser/storage.ts'
import { commandKey } from '../../browser/system.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { i18n } from '../../ui/language.ts'
import { type CommandContext, commandsOf } from './commands.ts'
import { messageKeys, messageWords } from './message-commands.ts'
import styles from './Shortcuts.module.css'
import { useCommandWords } from './use-command-words.ts'

const messages = i18n('shortcuts', {
  title: 'Keyboard shortcuts',
  single: 'Single-key shortcuts',
  everywhere: 'Everywhere',
  writing: 'Writing',
  send: 'Send',
  line: 'New line',
  last: 'Last message, in an empty field',
  messages: 'On a message',
  move: 'Next, first or last message',
  menu: 'Menu',
})

const singleKeysSetting = 'single_keys'
/** The time for the second key after `g`, in milliseconds. */
const chord = 1_500

interface ShortcutsProps {
  context: CommandContext
  sheet: boolean
  onSheetClosed: () => void
}

/** The keyboard shortcuts of the main page, and the sheet that lists them. */
export function Shortcuts({ context, sheet, onSheetClosed }: ShortcutsProps) {
  const [single, setSingle] = useState(() => readSetting(singleKeysSetting) !== 'off')
  // When `g` was pressed; initially never.
  const going = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const commands = commandsOf(context.sections)
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || document.querySelector('dialog[open], [popover]:popover-open')) return
      const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      const typing = field && event.target.value !== ''
      const singleKeys = single && !field && !event.ctrlKey && !event.metaKey && !event.altKey
      const afterG = singleKeys && event.timeStamp - going.current < chord
      going.current = Number.NEGATIVE_INFINITY
      const command = commands.find(
        (each) =>
          each.pressed(event) &&
          !(each.notWhileTyping && typing) &&
          (each.single === 'no' || (singleKeys && (each.single === 'after g') === afterG && each.action(context))),
      )
      const action = command?.action(context)
      if (singleKeys && !afterG && event.key === 'g') going.current = event.timeStamp
      // Keys of the main page are not the browser's, even where they do nothing.
      if (command || event.timeStamp === going.current) event.preventDefault()
      action?.()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [context, single])

  if (!sheet) return null
  return (
    <Sheet
      sections={context.sections}
      single={single}
      onSingle={(on) => {
        setSingle(on)
        writeSetting(singleKeysSetting, on ? undefined : 'off')
      }}
      onClose={onSheetClosed}
    />
  )
}

interface SheetProps {
  sections: CommandContext['sections']
  single: boolean
  onSingle: (on: boolean) => void
  onClose: () => void
}

function Sheet({ sections, single, onSingle, onClose }: SheetProps) {
  const t = useStore(messages)
  const words = useCommandWords()
  const onMessage = useStore(messageWords)
  const command = commandKey()
  const groups: [string, [string, string][]][] = [
    [
      t.everywhere,
      commandsOf(sections).flatMap((each): [string, string][] => (each.keys ? [[each.keys(command), words(each)]] : [])),
    ],
    [
      t.writing,
      [
        ['Enter', t.send],
        ['Shift Enter', t.line],
        ['↑', t.last],
      ],
    ],
    [
      t.messages,
      [
        ['↑ ↓ Home End', t.move],
        ...messageKeys.map(([key, act]): [string, string] => [key, onMessage[act]]),
        ['Shift F10', t.menu],
      ],
    ],
  ]
  return (
    <Dialog title={t.title} onClose={onClose}>
      {groups.map(([title, lines]) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.group}>{title}</h3>
          <dl className={styles.lines}>
            {lines.map(([keys, does]) => (
              <div key={keys + does}>
                <dt>{does}</dt>
                <dd>
                  <kbd>{keys}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className={styles.switch}>
        <input type="checkbox" checked={single} onChange={(event) => onSingle(event.target.checked)} />
        {t.single}
      </label>
    </Dialog>
  )
}
