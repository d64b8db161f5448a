import { DeleteHistory } from './DeleteHistory.tsx'
import { ExportData } from './ExportData.tsx'
import styles from './Settings.module.css'

/** Exports the account's data, or deletes the push history. */
export function HistoryTab() {
  return (
    <div className={styles.sections}>
      <ExportData />
      <DeleteHistory />
    </div>
  )
}
