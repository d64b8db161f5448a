import { useStore } from '@nanostores/react'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { messages, SearchBox } from './Search.tsx'
import styles from './Sidebar.module.css'

/** The sidebar's search as a dialog over the page, for narrow windows. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useStore(messages)
  return (
    <Dialog title={t.label} onClose={onClose}>
      <div className={styles.dialog}>
        <SearchBox inDialog onDone={onClose} />
      </div>
    </Dialog>
  )
}
