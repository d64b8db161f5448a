import topic from '../../page/topics/Topic.module.css'
import { DeleteHistory } from './DeleteHistory.tsx'
import { ExportData } from './ExportData.tsx'

/** Exports the account's data, or deletes the push history. */
export function HistoryTab() {
  return (
    <div className={topic.sections}>
      <ExportData />
      <DeleteHistory />
    </div>
  )
}
