import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { Copy, Forward, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '../../browser/clipboard.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { ForwardDialog } from '../dialogs/ForwardDialog.tsx'
import { copyOf } from '../labels.ts'
import { selection } from './en.ts'
import styles from './SelectionBar.module.css'

const messages = i18n('selection', selection)

interface SelectionBarProps {
  /** Oldest first. */
  items: readonly HistoryItem[]
  onRemove: (item: HistoryItem) => void
  onEnd: () => void
}

/** The actions for the selected messages of a conversation. */
export function SelectionBar({ items, onRemove, onEnd }: SelectionBarProps) {
  const t = useStore(messages)
  const [forwards, setForwards] = useState(false)
  const words = t.selected(items.length)
  useEffect(() => say(words), [words])

  async function copy() {
    const worked = await copyText(items.map(({ push }) => copyOf(push)).join('\n'))
    showToast(worked ? t.copied : t.notCopied)
    if (worked) onEnd()
  }

  return (
    <div className={styles.bar}>
      <strong className={styles.words}>{words}</strong>
      <Button kind="quiet" onClick={() => void copy()}>
        <Copy size={16} aria-hidden="true" />
        {t.copy}
      </Button>
      <Button kind="quiet" onClick={() => setForwards(true)}>
        <Forward size={16} aria-hidden="true" />
        {t.forward}
      </Button>
      <Button
        kind="quiet"
        onClick={() => {
          for (const item of items) onRemove(item)
          onEnd()
        }}
      >
        <Trash2 size={16} aria-hidden="true" />
        {t.delete}
      </Button>
      <IconButton label={t.end} onClick={onEnd}>
        <X size={18} aria-hidden="true" />
      </IconButton>
      {forwards && <ForwardDialog items={items} onForwarded={onEnd} onClose={() => setForwards(false)} />}
    </div>
  )
}
