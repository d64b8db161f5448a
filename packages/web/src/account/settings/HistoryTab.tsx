import { DeleteHistory } from './DeleteHistory.tsx'
import { ExportData } from './ExportData.tsx'
import styles from './Settings.module.css'

/** What was sent and received: take it along, or delete it. */
export function HistoryTab() {
  return (
    <div className={styles.sections}>
      <ExportData />
      <DeleteHistory />
    </div>
  )
}
