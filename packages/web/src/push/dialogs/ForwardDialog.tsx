import { useStore } from '@nanostores/react'
import { type HistoryItem, membersOf, type Session, type Target } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import { useMemo, useState } from 'react'
import { beginningOf, lineOf, nameInWords, nameOf } from '../../format/names.ts'
import { useSession } from '../../session/context.ts'
import { TargetAvatar } from '../../target/TargetAvatar.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { showBanner, showToast } from '../../ui/feedback/feedback.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { albumLabelOf } from '../album/words.ts'
import { wordsOf } from '../labels.ts'
import { forwardWords } from './en.ts'
import styles from './ForwardDialog.module.css'

const messages = i18n('forward', forwardWords)

interface ForwardDialogProps {
  /** In the order in which they are sent. */
  items: readonly HistoryItem[]
  onForwarded?: () => void
  onClose: () => void
}

/** Chooses the targets that messages and albums are forwarded to. */
export function ForwardDialog({ items, onForwarded, onClose }: ForwardDialogProps) {
  const t = useStore(messages)
  const session = useSession()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, Target>>(new Map())
  const targets = useTargets(session, query)

  function toggle(target: Target) {
    const next = new Map(chosen)
    if (!next.delete(keyOf(target))) next.set(keyOf(target), target)
    setChosen(next)
  }

  function forward() {
    const to = [...chosen.values()]
    onClose()
    try {
      for (const item of items)
        session.push.forward(
          membersOf(item).map(({ push }) => push),
          to,
        )
      onForwarded?.()
      showToast(to[0] && to.length === 1 ? t.doneOne({ name: nameInWords(to[0]) }) : t.doneMany(to.length))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      showBanner({ title: t.failed, body: error.message })
    }
  }

  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" unavailable={chosen.size === 0} onClick={forward}>
            {chosen.size > 1 ? t.forwardTo(chosen.size) : t.forward}
          </Button>
        </>
      }
    >
      <p className={styles.message} dir="auto">
        {items[0] && items.length === 1 ? titleOf(items[0]) : t.several(items.length)}
      </p>
      <TextField label={t.search} value={query} onChange={(event) => setQuery(event.target.value)} data-first="" />
      <ul className={styles.targets} aria-label={t.targets}>
        {targets.map((target) => (
          <li key={keyOf(target)}>
            <label className={styles.target}>
              <input type="checkbox" checked={chosen.has(keyOf(target))} onChange={() => toggle(target)} />
              <TargetAvatar target={target} size={40} />
              <Stack as="span" className={styles.words}>
                <span dir="auto">{beginningOf(nameOf(target))}</span>
                <span className={styles.line} dir="auto">
                  {lineOf(target)}
                </span>
              </Stack>
            </label>
          </li>
        ))}
      </ul>
      {targets.length === 0 && <p className={styles.none}>{t.none({ query })}</p>}
    </Dialog>
  )
}

const titleOf = (item: HistoryItem) => (item.album ? albumLabelOf(item) : wordsOf(item.push))

const keyOf = ({ type, key }: Target) => `${type} ${key}`

function useTargets(session: Session, query: string): readonly Target[] {
  const people = useStore(session.target.$people)
  const devices = useStore(session.target.$devices)
  const following = useStore(session.target.$following)
  const all = useMemo(() => [session.target.me, ...people, ...devices, ...following], [session, people, devices, following])
  const found = query.trim() === '' ? all : session.target.search(query).map(({ target }) => target)
  return found.filter(
    ({ type, key }) => type !== 'subscription' && type !== 'grant' && !(type === 'chat' && session.block.find(key) !== undefined),
  )
}
