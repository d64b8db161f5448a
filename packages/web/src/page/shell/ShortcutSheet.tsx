import { useStore } from '@nanostores/react'
import { commandKey } from '../../browser/system.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { i18n } from '../../ui/language.ts'
import { type CommandContext, commandsOf } from './commands.ts'
import { shortcuts } from './en.ts'
import { messageKeys, messageWords } from './message-commands.ts'
import styles from './ShortcutSheet.module.css'
import { useCommandWords } from './use-command-words.ts'

const messages = i18n('shortcuts', shortcuts)

interface ShortcutSheetProps {
  sections: CommandContext['sections']
  single: boolean
  onSingle: (on: boolean) => void
  onClose: () => void
}

/** The list of all shortcuts, and the switch for the single-key ones. */
export function ShortcutSheet({ sections, single, onSingle, onClose }: ShortcutSheetProps) {
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
        ['↑', t.edit],
        ['Shift ↑', t.last],
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
